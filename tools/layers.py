"""A contract for import-linter: what also runs in a browser's Python stands on the standard library alone."""

from __future__ import annotations

import sys

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class StandardLibraryOnly(Contract):
    """``packages`` and all in them import only each other's project and the standard library.

    It lists what is allowed. import-linter's own ``forbidden`` contract lists what is not, and lets through
    every package that nobody thought of. A package that does not exist yet breaks nothing.
    """

    packages = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        allowed = sys.stdlib_module_names | set(self.session_options["root_packages"])
        strangers = []
        for package in self.packages:  # type: ignore[attr-defined]
            if package not in graph.modules:
                continue
            output.verbose_print(verbose, f"What {package} imports…")
            for module in sorted({package} | graph.find_descendants(package)):
                for imported in sorted(graph.find_modules_directly_imported_by(module)):
                    if imported.split(".")[0] not in allowed:
                        details = graph.get_import_details(importer=module, imported=imported)
                        line = details[0]["line_number"] if details else "?"
                        strangers.append(f"{module} imports {imported} (line {line})")
        return ContractCheck(kept=not strangers, metadata={"strangers": strangers})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for stranger in check.metadata["strangers"]:
            output.print_error(stranger)
