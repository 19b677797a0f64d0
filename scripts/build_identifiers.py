"""Lists the wheels that cibuildwheel would build, and checks that they are those we promise.

Nothing is built. A version of cibuildwheel that no longer offers a wheel, or a slip in
pyproject.toml that leaves one out, ends this with an error.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

PYTHONS = ["cp311", "cp312", "cp313", "cp314", "cp314t"]
# For each platform and architecture, as cibuildwheel calls them, how its wheels are tagged.
TAGS = {
    ("linux", "x86_64"): ["manylinux_x86_64", "musllinux_x86_64"],
    ("linux", "aarch64"): ["manylinux_aarch64", "musllinux_aarch64"],
    ("macos", "arm64"): ["macosx_arm64"],
    ("macos", "x86_64"): ["macosx_x86_64"],
    ("windows", "AMD64"): ["win_amd64"],
    ("windows", "ARM64"): ["win_arm64"],
    ("pyodide", "wasm32"): ["pyodide_wasm32"],
}
# What cibuildwheel has of Pyodide follows the releases of Pyodide.
PYODIDE_PYTHONS = ["cp313", "cp314"]


def promised(platform: str, architecture: str) -> set[str]:
    pythons = PYODIDE_PYTHONS if platform == "pyodide" else PYTHONS
    return {f"{python}-{tag}" for python in pythons for tag in TAGS[platform, architecture]}


def offered(platform: str, architecture: str) -> set[str]:
    command = [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers"]
    # The settings of whoever runs this are not those of the project.
    environment = {key: value for key, value in os.environ.items() if not key.startswith("CIBW_")}
    done = subprocess.run(
        [*command, "--platform", platform, "--archs", architecture, str(ROOT)],
        env=environment,
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    return set(done.stdout.split())


def main() -> int:
    differences = 0
    for platform, architecture in TAGS:
        found = offered(platform, architecture)
        expected = promised(platform, architecture)
        print(f"{platform} {architecture}: {' '.join(sorted(found))}")
        for name in sorted(found ^ expected):
            print(f"  {name}: {'not promised' if name in found else 'missing'}")
            differences += 1
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
