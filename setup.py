"""Compile the rules with mypyc if possible, else install them as plain Python.

All other metadata of the package is in ``pyproject.toml``. Two environment variables matter:

``SAMOVAR_PURE=1``            do not compile
``SAMOVAR_COMPILE=require``   fail if the rules cannot be compiled
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

COMPILED_PACKAGES = ("kernel", "games", "match", "bots", "views", "envs/core")
INTERPRETED = {"src/samovar/kernel/ints.py"}  # the shim: see its docstring
HOT, COLD = "2", "1"  # optimization levels; level 3 takes 50 % longer for 5 % fewer instructions
COLD_LIBRARY = "samovar_cold"
BOTS_LIBRARY = "samovar_bots"
ENVS_LIBRARY = "samovar_envs"
LIBRARIES = 4  # shared by the compiled modules
COMMANDS_THAT_BUILD = {"build_ext", "build", "bdist_wheel", "editable_wheel", "install", "develop"}


def sources() -> list[str]:
    """Return the files to compile, relative to the project's folder, in a fixed order."""
    found = (path for name in COMPILED_PACKAGES for path in Path("src/samovar", name).glob("**/*.py"))
    names = (path.as_posix() for path in found if path.name != "__init__.py")
    return sorted(name for name in names if name not in INTERPRETED)


def is_cold(name: str) -> bool:
    """True if the module is not part of the hot path of playouts.

    Cold modules are compiled separately at a lower optimization level. Positions, laws and pages are a third
    faster than interpreted, and hardly slower than at the higher level.
    """
    return name.split("/")[2] in {"match", "views"} or Path(name).name in {
        "components.py",
        "loading.py",
        "position.py",
    }


def c_compiler() -> str | None:
    """Return the C compiler: that of CC, else Python's own, else cc, gcc or clang. None if there is none."""
    asked = os.environ.get("CC")
    names = [asked] if asked else [sysconfig.get_config_var("CC") or "", "cc", "gcc", "clang"]
    return next((name for name in names if name and shutil.which(shlex.split(name)[0])), None)


def obstacle() -> str | None:
    """Return the reason why the rules cannot be compiled here, None if no reason is known."""
    if os.environ.get("SAMOVAR_PURE", "") not in {"", "0"}:
        return "SAMOVAR_PURE is set"
    if sys.implementation.name != "cpython":
        return f"mypyc needs CPython, this is {sys.implementation.name}"
    if os.name == "posix" and c_compiler() is None:
        return "no C compiler; Debian and Ubuntu: apt install gcc python3-dev, macOS: xcode-select --install"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "no Python headers; Debian and Ubuntu have them in python3-dev"
    if importlib.util.find_spec("mypyc") is None:
        return "mypyc is not installed"
    return None


def stay_pure(reason: str) -> None:
    print(f"rules: interpreted ({reason})", file=sys.stderr)
    if os.environ.get("SAMOVAR_COMPILE") == "require":
        sys.exit(f"error: SAMOVAR_COMPILE=require, but the rules could not be compiled: {reason}")


def extensions() -> list[Extension]:
    """Return the extension modules, or ``[]`` after printing the reason."""
    reason = obstacle()
    if reason is not None:
        stay_pure(reason)
        return []
    if os.name == "posix":
        os.environ["CC"] = c_compiler() or ""
    from mypyc.build import mypycify

    names = sources()
    cold = [name for name in names if is_cold(name)]
    bots = [name for name in names if name.startswith("src/samovar/bots/")]
    envs = [name for name in names if name.startswith("src/samovar/envs/")]
    hot = [name for name in names if name not in {*cold, *bots, *envs}]
    try:
        modules: list[Any] = mypycify(
            names,
            opt_level=HOT,
            debug_level="0",
            separate=[(hot, "samovar"), (bots, BOTS_LIBRARY), (envs, ENVS_LIBRARY), (cold, COLD_LIBRARY)],
            target_dir="build/rules",
        )
    except SystemExit:  # mypycify found errors and has printed them
        stay_pure("mypyc found errors in them")
        return []
    for module in modules:
        module.optional = True
        module.depends.append("setup.py")  # for the compiler options
        if os.name == "posix":
            # Our functions are not interposed at load time, so small ones may be inlined: 20 % faster.
            # The warning about mypyc's indentation is useless and takes gcc longer than everything else.
            quick = ["-fno-semantic-interposition", "-Wno-misleading-indentation"]
            options = [*module.extra_compile_args, *quick]
            if module.name.startswith(COLD_LIBRARY):
                options = [f"-O{COLD}" if option == f"-O{HOT}" else option for option in options]
            module.extra_compile_args = options
    return modules


class BuildRules(build_ext):
    """Builds all modules or none: they share libraries, so an incomplete set cannot be imported.

    A module that is newer than all its sources is kept. A module that fails to build is removed, because it
    would be that of an earlier build.
    """

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        outputs = [Path(self.get_ext_fullpath(module.name)) for module in self.extensions]
        if self.inplace:  # copied in place after the build
            for path in outputs:
                path.unlink(missing_ok=True)
        super().run()
        if not all(path.exists() for path in outputs):
            for path in outputs:
                path.unlink(missing_ok=True)
            stay_pure("the C compiler failed")

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except Exception:
            Path(self.get_ext_fullpath(ext.name)).unlink(missing_ok=True)
            raise


if __name__ == "__main__":
    building = not COMMANDS_THAT_BUILD.isdisjoint(sys.argv)
    setup(ext_modules=extensions() if building else [], cmdclass={"build_ext": BuildRules})
