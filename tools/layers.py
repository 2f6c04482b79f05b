"""A contract for import-linter: some packages import only the standard library.

They also run in a browser's Python.
"""

from __future__ import annotations

import sys

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class StandardLibraryOnly(Contract):
    """``packages`` and their modules import only this project and the standard library.

    This is an allow list. import-linter's ``forbidden`` contract is a deny list, which a new dependency
    passes. A package that does not exist yet is ignored.
    """

    packages = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        allowed = sys.stdlib_module_names | set(self.session_options["root_packages"])
        violations = []
        for package in self.packages:  # type: ignore[attr-defined]
            if package not in graph.modules:
                continue
            output.verbose_print(verbose, f"Checking imports of {package}…")
            for module in sorted({package} | graph.find_descendants(package)):
                for imported in sorted(graph.find_modules_directly_imported_by(module)):
                    if imported.split(".")[0] not in allowed:
                        details = graph.get_import_details(importer=module, imported=imported)
                        line = details[0]["line_number"] if details else "?"
                        violations.append(f"{module} imports {imported} (line {line})")
        return ContractCheck(kept=not violations, metadata={"violations": violations})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for violation in check.metadata["violations"]:
            output.print_error(violation)
