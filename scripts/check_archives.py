"""Looks into an sdist and a wheel: what must be there is, and nothing else.

    python scripts/check_archives.py tafl-1.0.tar.gz tafl-1.0-cp311-cp311-manylinux.whl

The sdist has the files that git knows, without those that only serve CI. The wheel has the package,
its data and its metadata, and no tests, no C++ and no library that was copied in.
"""

from __future__ import annotations

import fnmatch
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
MOST_BYTES = 2_000_000

IN_WHEEL = [
    "tafl/*.py",
    "tafl/py.typed",
    "tafl/_core.pyi",
    "tafl/_core.*.so",
    "tafl/_core.*.pyd",
    "tafl/data/variants/*.toml",
    "tafl/data/perft/*.perft",
    "tafl-*.dist-info/METADATA",
    "tafl-*.dist-info/RECORD",
    "tafl-*.dist-info/WHEEL",
    "tafl-*.dist-info/entry_points.txt",
    "tafl-*.dist-info/licenses/LICENSE",
    "tafl-*.dist-info/sboms/*.json",
]


def tracked() -> set[str]:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(listed.stdout.splitlines())


def sdist_faults(path: Path) -> list[str]:
    with tarfile.open(path) as archive:
        found = {
            str(PurePosixPath(*PurePosixPath(member.name).parts[1:]))
            for member in archive
            if not member.isdir()
        }
    expected = {name for name in tracked() if not name.startswith(".ci/")} | {"PKG-INFO"}
    return [f"sdist: {name} is missing" for name in sorted(expected - found)] + [
        f"sdist: {name} is not known to git" for name in sorted(found - expected)
    ]


def wheel_faults(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
    faults = [
        f"wheel: {name} does not belong there"
        for name in names
        if not any(fnmatch.fnmatchcase(name, pattern) for pattern in IN_WHEEL)
    ]
    # One of two names ends in the way of the system that the wheel is for, and most have no
    # bill of materials, which auditwheel adds.
    optional = ("tafl/_core.*.so", "tafl/_core.*.pyd", "tafl-*.dist-info/sboms/*.json")
    faults += [
        f"wheel: nothing like {pattern}"
        for pattern in IN_WHEEL
        if pattern not in optional and not fnmatch.filter(names, pattern)
    ]
    if (
        len(fnmatch.filter(names, "tafl/_core.*.so") + fnmatch.filter(names, "tafl/_core.*.pyd"))
        != 1
    ):
        faults.append("wheel: expected one extension module")
    package = {name.removeprefix("python/") for name in tracked() if name.startswith("python/")}
    faults += [f"wheel: {name} is missing" for name in sorted(package - set(names))]
    if path.stat().st_size > MOST_BYTES:
        faults.append(f"wheel: {path.stat().st_size} bytes, expected at most {MOST_BYTES}")
    print(f"{path.name}: {len(names)} files, {path.stat().st_size} bytes")
    return faults


def main() -> int:
    sdist, wheel = (Path(argument) for argument in sys.argv[1:])
    faults = sdist_faults(sdist) + wheel_faults(wheel)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
