"""What the extension declares: no subinterpreters, but threads without a GIL."""

from __future__ import annotations

import subprocess
import sys
import sysconfig

import pytest

# How a subinterpreter runs a program in each version of Python: isolated as Python makes them, and
# with the old sharing, which Python lets any module into.
RUN_IN_SUBINTERPRETER = """
import sys
if sys.version_info >= (3, 13):
    import _interpreters as interpreters
    made = interpreters.create("isolated" if ISOLATED else "legacy")
else:
    import _xxsubinterpreters as interpreters
    made = interpreters.create(isolated=ISOLATED)
interpreters.run_string(made, '''
try:
    import tafl
except ImportError as error:
    print("refused:", error, flush=True)
else:
    print("imported", flush=True)
''')
import tafl
print(tafl.perft(tafl.Board("linnaeus-tablut"), 1))
"""


def run_python(script: str, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *options, "-c", script], capture_output=True, text=True, timeout=60
    )


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="CPython's interpreters")
@pytest.mark.skipif(sys.platform == "emscripten", reason="starts processes")
@pytest.mark.parametrize("first", [False, True], ids=["alone", "after the main interpreter"])
@pytest.mark.parametrize("isolated", [True, False], ids=["isolated", "legacy"])
def test_a_subinterpreter_is_refused(isolated: bool, first: bool) -> None:
    script = f"ISOLATED = {isolated}\n" + RUN_IN_SUBINTERPRETER
    done = run_python("import tafl\n" + script if first else script)
    assert done.returncode == 0, done.stderr
    refusal, count = done.stdout.splitlines()
    assert refusal.startswith("refused: ")
    assert "subinterpreters" in refusal
    assert count == "80", "and the main interpreter goes on"


@pytest.mark.skipif(
    not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="a Python that always has the GIL"
)
def test_a_free_threaded_python_goes_on_without_the_gil() -> None:
    script = "import tafl, tafl.record, tafl.distributed, sys; print(sys._is_gil_enabled())"
    done = run_python(script, "-W", "error")
    assert done.stdout.strip() == "False", done.stderr
