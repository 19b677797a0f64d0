"""The perft tables of the package, against the engine and against the reference."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import reference
import tafl
from tafl import verify
from tafl.verify import Block

# What is counted in a normal run; `tafl verify --limit` counts more.
ENGINE_LIMIT = 5_000_000
REFERENCE_LIMIT = 120_000
FAMILY_REFERENCE_LIMIT = 30_000
# The rules of the wider family, by id.
FAMILY = json.loads(
    (Path(__file__).parent / "data" / "family_rules.json").read_text(encoding="utf-8")
)

BLOCKS = [
    pytest.param(block, id=f"{block.variant}-{block.id}")
    for path in verify.shipped_tables()
    for block in verify.read_table(path)
]
# The counts that the specification gives for the starts.
SPECIFIED = {
    "linnaeus-tablut": [80, 4400, 353200, 19913864, 1611674360],
    "saami-tablut": [80, 4400, 353200, 19913864, 1611674360],
    "saami-tablut-closed": [80, 4400, 353200, 19913864, 1611674360],
    "foteviken-tablut": [56, 4408, 248616, 19160008, 1075525512],
    "legacy-tablut": [72, 3944, 285728, 15951824, 1167762792],
    "tablut": [56, 4408, 251856, 20023952, 1155487600],
    "tablut-two-sides": [56, 4408, 251856, 20023952, 1155479192],
    "tablut-corners": [56, 3968, 225224, 16175208, 922562344],
    "copenhagen": [116, 6788, 806344, 50456804],
    "ashton-tablut": [56, 4408, 248616, 19161264],
    "ashton-tablut-unibo": [56, 4408, 248456, 19159224, 1074150880],
    "brandubh": [40, 960, 39512, 1007392, 41843336],
}


@pytest.mark.parametrize("block", BLOCKS)
def test_engine_agrees_with_the_table(block: Block) -> None:
    results = list(verify.check(block, ENGINE_LIMIT))
    assert results
    assert [str(result) for result in results if not result.agrees] == []


@pytest.mark.parametrize("block", BLOCKS)
def test_reference_agrees_with_the_table(block: Block) -> None:
    """Depth 3, or the greatest depth before it that is not too large. (The differential tests
    compare depth 3 of the starts.)"""
    family = block.variant in FAMILY
    limit = FAMILY_REFERENCE_LIMIT if family else REFERENCE_LIMIT
    given = FAMILY[block.variant] if family else reference.VARIANTS[block.variant]
    rules = reference.complete(given)
    position = reference.parse_fen(block.board().fen(), block.board().size)
    depth = max(d for d in block.perft if d <= 3 and block.perft[d] <= limit)
    assert reference.perft(rules, position, depth) == block.perft[depth]
    if depth == 3:
        stated = {str(move): nodes for move, nodes in block.divide[3].items()}
        assert reference.divide(rules, position, depth) == stated


@pytest.mark.parametrize("name", tafl.variants())
def test_table_of_every_variant(name: str) -> None:
    """A variant without a table, or with a thin one, does not ship."""
    blocks = verify.read_table(os.path.join(verify.TABLES, f"{name}.perft"))
    assert {block.variant for block in blocks} == {name}
    starts = [block for block in blocks if block.fen is None]
    assert len(starts) == 1
    start = starts[0].perft
    assert max(start) >= 6 or (name in FAMILY and max(start.values()) >= 100_000_000)
    specified = SPECIFIED.get(name, [])
    assert [start[depth] for depth in range(1, len(specified) + 1)] == specified
    middles = [block for block in blocks if block.fen is not None]
    assert len(middles) >= (3 if name in FAMILY else 8)
    for block in middles:
        assert set(block.perft) >= ({1, 2, 3} if name in FAMILY else {1, 2, 3, 4})
        assert 3 in block.divide


def test_a_wrong_table_is_noticed(tmp_path: Path) -> None:
    table = tmp_path / "wrong.perft"
    table.write_text("id x\nvariant tablut\nperft 1 56\nperft 2 4407\n", encoding="utf-8")
    [block] = verify.read_table(str(table))
    agreed = [result.agrees for result in verify.check(block, ENGINE_LIMIT)]
    assert agreed == [True, False]


def test_the_first_differing_move_is_named() -> None:
    counts = tafl.divide(tafl.Board("tablut"), 2)
    block = Block("x", 1)
    block.variant = "tablut"
    block.perft = {2: 4407}
    block.divide = {2: {**counts, tafl.Move("e3", "b3"): 1}}
    [result] = verify.check(block, ENGINE_LIMIT)
    assert result.difference == f"e3-b3: stated 1, found {counts[tafl.Move('e3', 'b3')]}"
    first = min(counts)
    rest = {move: nodes for move, nodes in counts.items() if move != first}
    assert verify.first_difference(rest, counts) == f"{first}: not stated, found {counts[first]}"
    message = f"{first}: stated {counts[first]}, not a legal move"
    assert verify.first_difference(counts, rest) == message
    assert verify.first_difference(counts, counts) is None


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("variant tablut", 1, 1, "begin with id"),
        ("id x\nvariant tablut", 1, 1, "no perft"),
        ("id x\nperft 1 56", 1, 1, "no variant"),
        ("id x\nvariant nonsense\nperft 1 56", 2, 1, "unknown variant"),
        ("id x\nvariant tablut\nfen /9/ d\nperft 1 56", 3, 1, "position record"),
        ("id x\nvariant tablut\nperft 1 56\ndivide 2 e3-a3=1", 4, 1, "without perft 2"),
        ("id x\nvariant tablut\nperft 0 1\ndivide 0 e3-a3=1", 4, 8, "from 1 on"),
        ("id x\nvariant tablut\nperft 1 56\ndivide 1\ndivide 1", 5, 8, "once"),
        ("id x\nvariant tablut\nperft 1 56\ndivide 1 e3-a3=1 e3-a3=1", 4, 10, "twice"),
        ("x" * 100_001, 1, 1, "more than 100000 characters"),
        ("id x\nvariant tablut\nperft one 56", 3, 7, "expected a number"),
        ("id x\nvariant tablut\nperft 1 -56", 3, 9, "expected a number"),
        ("id x\nvariant tablut\nperft 1 99999999999999999999", 3, 9, "expected a number"),
        ("id x\nvariant tablut\nperft 1 56\nperft 1 57", 4, 7, "twice"),
        ("id x\nvariant tablut\nvariant tablut", 3, 1, "second variant"),
        ("id x\nvariant tablut\nperft 1 56\ndivide 1 e3-a3", 4, 10, "MOVE=NODES"),
        ("id x\nvariant tablut\nperft 1 56\ndivide 1 e3a3=1", 4, 10, "expected a move"),
        ("id x\nvariant tablut\nnodes 1 56", 3, 1, "expected id, variant"),
    ],
)
def test_a_malformed_table_is_refused(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(tafl.RecordError, match=message) as caught:
        list(verify.parse_table(text.splitlines()))
    assert (caught.value.line, caught.value.column) == (line, column)


def test_the_examples_of_the_documents_are_tables() -> None:
    texts = [verify.__doc__ or ""]
    page = Path(__file__).parents[1] / "docs" / "command-line.md"
    if page.is_file():  # it lies in the source tree only
        texts.append(page.read_text(encoding="utf-8"))
    for text in texts:
        example = "id " + text.partition("\n    id" if "\n    id" in text else "\nid")[2]
        lines = [line.strip() for line in example.partition("\n\n")[0].split("\n")]
        [block] = verify.parse_table(line for line in lines if not line.startswith("```"))
        results = list(verify.check(block, ENGINE_LIMIT))
        assert len(results) == 2
        assert all(result.agrees for result in results)


def test_what_is_written_is_read_again() -> None:
    for path in verify.shipped_tables():
        for block in verify.read_table(path):
            [again] = verify.parse_table(verify.write_block(block).splitlines())
            for name in ("id", "variant", "fen", "perft", "divide"):
                assert getattr(again, name) == getattr(block, name)
