"""The command line: what it prints, and its exit status."""

from __future__ import annotations

import codecs
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import tafl
from tafl import cli
from tafl.cli import counts, output

KING_IN_THE_OPEN = "/t1T6/1T7/9/9/4K4/9/9/9/9/ a"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Output of a command that succeeds."""
    assert cli.main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(run(capsys, *arguments, "--json"))


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Message of a command that refuses its input."""
    assert cli.main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err


def test_variants(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "variants").splitlines()
    assert [line.split()[0] for line in lines] == tafl.variants()
    data = run_json(capsys, "variants")
    assert [entry["id"] for entry in data] == tafl.variants()
    assert {"id", "name", "aliases", "size", "first", "summary"} == set(data[0])


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    board = tafl.Board("tablut", "/9/9/9/9/4K4/9/9/9/t8/ d")
    output = run(capsys, "show", "tablut", "--fen", "/9/9/9/9/4K4/9/9/9/t8/ d")
    assert output == f"{board}\ndefenders to move, tuicku\n{board.fen()}\n"
    over = run(capsys, "show", "tablut", "--fen", "/K8/9/9/9/9/9/9/9/t8/ a")
    assert "defenders won: king escaped" in over
    drawn = tafl.Variant("tablut").replace({"end.no_moves": "draw"})
    assert tafl.Board(drawn, "/9/9/9/9/4K4/9/9/9/9/ a").outcome() is not None
    data = run_json(capsys, "show", "tablut", "--fen", "/K8/9/9/9/9/9/9/9/t8/ a")
    assert data == {
        "variant": "tablut",
        "fen": "/K8/9/9/9/9/9/9/9/t8/ a",
        "turn": "attackers",
        "pieces": {"a1": "king", "a9": "attacker"},
        "outcome": {"winner": "defenders", "termination": "king escaped"},
    }


def test_show_svg(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert run(capsys, "show", "foteviken", "--svg", str(path)) == ""
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert text.count("<circle") == 25
    assert "cannot" in refused(
        capsys, "show", "tablut", "--svg", str(tmp_path)
    ) or "directory" in refused(capsys, "show", "tablut", "--svg", str(tmp_path))


def test_rules(capsys: pytest.CaptureFixture[str]) -> None:
    output = run(capsys, "rules", "linnaeus")
    for key, value in tafl.Variant("linnaeus").rules.items():
        assert f"{key} = {json.dumps(value)}" in output
    assert "decision: 000 s.5.7, s.10." in output
    assert "Named by the sources, not used here:" in output
    assert "no source stated" not in output
    data = run_json(capsys, "rules", "linnaeus")
    assert data["rules"]["board.first"]["status"] == "decision"
    assert data["rules"]["camps.movement"]["in_play"] is False
    assert data["options"]
    assert data["sources"]["000"]


def test_rules_toml(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(run(capsys, "rules", "saami", "--toml"), encoding="utf-8")
    assert tafl.Variant.from_toml(path) == tafl.Variant("saami")
    assert run(capsys, "perft", str(path), "2").split()[5:7] != []
    path.write_text("board.size = 4\n", encoding="utf-8")
    message = refused(capsys, "moves", str(path))
    assert message.startswith(f"tafl: {path}: board.size: found 4, expected an odd number")


def test_moves(capsys: pytest.CaptureFixture[str]) -> None:
    fen = "/9/7T1/9/1tK6/9/9/9/3t3t1/9/ a"
    lines = run(capsys, "moves", "linnaeus", "--fen", fen).splitlines()
    board = tafl.Board("linnaeus", fen)
    assert [line.partition("x")[0] for line in lines] == [str(m) for m in board.legal_moves]
    assert "d8-d4xc4" in lines
    assert [board.parse_move(line) for line in lines] == list(board.legal_moves)
    data = run_json(capsys, "moves", "linnaeus", "--fen", fen)
    assert {"move": "d8-d4", "captures": ["c4"]} in data


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "perft", "linnaeus-tablut", "3").splitlines()
    assert [line.split()[:2] for line in lines] == [["1", "80"], ["2", "4400"], ["3", "353200"]]
    data = run_json(capsys, "perft", "linnaeus-tablut", "3", "--threads", "2", "--hash-mb", "1")
    assert [row["nodes"] for row in data["perft"]] == [80, 4400, 353200]
    assert {"depth", "nodes", "seconds", "nodes_per_second"} == set(data["perft"][0])
    data = run_json(capsys, "perft", "linnaeus-tablut", "3", "--no-bulk")
    assert [row["nodes"] for row in data["perft"]] == [80, 4400, 353200]
    assert run(capsys, "perft", "tablut", "0").split()[:2] == ["0", "1"]


def test_perft_divide_and_stats(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["perft", "linnaeus", "2", "--fen", KING_IN_THE_OPEN, "--divide"]
    lines = run(capsys, *arguments).splitlines()
    assert lines[2] == "a1-b1 45"
    assert len(lines) == 2 + 9
    data = run_json(capsys, *arguments, "--stats")
    assert data["divide"]["a1-b1"] == 45
    stats = tafl.perft_stats(tafl.Board("linnaeus", KING_IN_THE_OPEN), 2)
    assert {key: data["perft"][1][key] for key in stats._fields} == stats._asdict()
    assert "captures" in run(capsys, "perft", "linnaeus", "1", "--stats")


def test_verify(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = tmp_path / "mine.perft"
    good = f"id x\nvariant linnaeus\nfen {KING_IN_THE_OPEN}\nperft 1 9\nperft 2 427\n"
    table.write_text(good, encoding="utf-8")
    assert run(capsys, "verify", str(table)) == (
        "2 counts checked, 0 wrong, 0 above the limit left out\n"
    )
    assert run_json(capsys, "verify", str(table), "--limit", "100") == {
        "checked": 1,
        "left_out": 1,
        "mismatches": [],
    }
    wrong = good.replace("427", "428") + "divide 2 a1-b1=46 a1-a2=47 a1-a3=48\n"
    table.write_text(wrong, encoding="utf-8")
    assert cli.main(["verify", str(table)]) == 1
    output = capsys.readouterr().out.splitlines()
    assert output[0] == (
        "mine.perft: x (linnaeus), depth 2: stated 428, found 427; a1-b1: stated 46, found 45"
    )
    assert output[1] == "2 counts checked, 1 wrong, 0 above the limit left out"
    assert cli.main(["verify", str(table), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["mismatches"][0]["found"] == 427
    table.write_text("id x\nnonsense\n", encoding="utf-8")
    assert f"{table}, line 2, column 1" in refused(capsys, "verify", str(table))
    assert "cannot be read" in refused(capsys, "verify", str(tmp_path / "missing"))
    assert "--limit" in refused(capsys, "verify", "--limit", "-1")


def test_the_shipped_tables_are_verified(capsys: pytest.CaptureFixture[str]) -> None:
    output = run(capsys, "verify", "--limit", "50000")
    assert " 0 wrong" in output
    assert int(output.split()[0]) > 100


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "tablutt"], "unknown variant 'tablutt': did you mean tablut"),
        (["show", "tablut", "--fen", "/9/"], "position record"),
        (["moves", "no/such/file.toml"], "no/such/file.toml: cannot be read"),
        (["perft", "tablut", "101"], "DEPTH: found 101"),
        (["perft", "tablut", "--", "-1"], "DEPTH: found -1"),
        (["perft", "tablut", "1", "--threads", "0"], "threads: found 0"),
        (["perft", "tablut", "2", "--hash-mb", "-1"], "hash_mb: found -1"),
        (["perft", "tablut", "2", "--fen", "x"], "position record, character 1"),
    ],
)
def test_bad_input(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in refused(capsys, *arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "tablut", "--mark", "e5"], "--mark: found without --svg"),
        (["show", "tablut", "--flipped"], "--flipped: found without --svg"),
        (["show", "tablut", "--svg", ""], "No such file"),
        (["perft", "tablut", "1", "--stats", "--threads", "2"], "--stats: found with --threads"),
        (["perft", "tablut", "1", "--hash-mb", "1048577"], "hash_mb: found 1048577"),
    ],
)
def test_no_option_is_ignored(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in refused(capsys, *arguments)


@pytest.mark.parametrize(
    "arguments",
    [["show", "tablut", "--svg", "x", "--json"], ["rules", "tablut", "--toml", "--otn"]],
)
def test_options_that_exclude_each_other(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(arguments)
    assert caught.value.code == 2
    assert "not allowed with" in capsys.readouterr().err


def test_a_variant_may_be_any_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = tafl.Variant("tablut").to_toml()
    for name in ("plain", "M.TOML", "dim:x.toml", "bom.toml"):
        mark = "\ufeff" if name == "bom.toml" else ""
        Path(name).write_text(mark + text, encoding="utf-8")
        assert run(capsys, "perft", name, "1").split()[:2] == ["1", "56"]
    Path("folder").mkdir()
    assert "folder: cannot be read" in refused(capsys, "show", "folder")
    otn = run(capsys, "rules", "tablut", "--otn").strip()
    assert run(capsys, "perft", otn, "1").split()[:2] == ["1", "56"]


@pytest.mark.parametrize(
    "arguments", [["rules", "linnaeus"], ["rules", "linnaeus", "--json"], ["variants"]]
)
def test_output_is_ascii_where_no_terminal_is(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tafl", *arguments],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.stdout.isascii()
    assert b"Linn" in done.stdout


def test_a_piped_variant_file_is_the_same(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tafl", "rules", "linnaeus", "--toml"]
    done = subprocess.run(command, capture_output=True, check=True)
    path = tmp_path / "piped.toml"
    path.write_bytes(done.stdout)
    assert tafl.Variant.from_toml(path).sources == tafl.Variant("linnaeus").sources


def test_closed_standard_output() -> None:
    script = (
        "import sys; sys.stdout = None; from tafl.cli import main; sys.exit(main(['variants']))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, "tafl: standard output is closed\n")


def test_verify_keeps_to_its_limit(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Also where a stated number is far too small."""
    table = tmp_path / "small.perft"
    table.write_text("id x\nvariant linnaeus\nperft 100 80\n", encoding="utf-8")
    assert run(capsys, "verify", str(table), "--limit", "1000") == (
        "0 counts checked, 0 wrong, 1 above the limit left out\n"
    )


@pytest.mark.parametrize(
    "arguments", [[], ["nonsense"], ["perft", "tablut", "x"], ["perft", "tablut"], ["--nonsense"]]
)
def test_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(arguments)
    assert caught.value.code == 2
    assert "usage:" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["variants", "show", "rules", "moves", "perft", "verify"])
def test_help_has_an_example_that_parses(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main([command, "--help"])
    assert caught.value.code == 0
    assert f"example: tafl {command}" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--version"])
    assert capsys.readouterr().out == f"tafl {tafl.__version__}\n"


def test_as_a_module_without_a_terminal() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tafl", "show", "tablut"], capture_output=True, check=True
    )
    assert done.stdout.isascii()
    assert done.stderr == b""


def test_a_value_without_a_source(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    rules = tafl.Variant("brandubh").rules
    path.write_text(f"board.size = 7\nboard.start = {rules['board.start']!r}\n", encoding="utf-8")
    lines = run(capsys, "rules", str(path)).splitlines()
    assert lines[lines.index("board.size = 7") + 1] == "    no source stated"


def test_memory_that_there_is_not(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def variants() -> list[str]:
        raise MemoryError

    monkeypatch.setattr(tafl, "variants", variants)
    assert refused(capsys, "variants") == "tafl: there is not enough memory for that\n"


def test_progress_is_shown_on_a_terminal_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert counts._progress(7) is None
    times = iter([0.0, 0.5, 1.5, 1.6, 1.75, 2.0])
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(counts, "time", SimpleNamespace(perf_counter=lambda: next(times)))
    show = counts._progress(7)
    assert show is not None
    for share in (0.1, 0.2, 0.3, 0.4, 0.5):
        show(share)
    # Not in the first second, and five times a second at most.
    shown = [f"\rdepth 7: {share:6.1%}\x1b[K" for share in (0.2, 0.4, 0.5)]
    assert capsys.readouterr().err == "".join(shown)


def test_only_what_is_written_is_made_plain() -> None:
    codecs.register_error("tafl-plain", output.plain)
    assert "ár \u265a".encode("ascii", "tafl-plain") == b"ar \\u265a"
    with pytest.raises(UnicodeDecodeError):
        b"\xe1r".decode("ascii", "tafl-plain")


def test_output_into_a_closed_pipe() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tafl", "rules", "tablut"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    process.stdout.close()
    _, errors = process.communicate()
    assert errors == b""
