"""The variant files: what the shipped ones say, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import reference
import tafl
from tafl import _core, catalogue

START = 'board.size = 9\nboard.start = "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/"\n'


SEEDS = [
    "foteviken-tablut",
    "legacy-tablut",
    "linnaeus-tablut",
    "saami-tablut",
    "saami-tablut-closed",
    "tablut",
    "tablut-corners",
    "tablut-two-sides",
]
# The values that the specification gives for the wider family, by id.
FAMILY: dict[str, dict[str, object]] = json.loads(
    (Path(__file__).parent / "data" / "family_rules.json").read_text(encoding="utf-8")
)


def test_ids() -> None:
    assert tafl.variants() == sorted([*SEEDS, *FAMILY])
    assert len(tafl.variants()) == 40


@pytest.mark.parametrize("name", tafl.variants())
def test_values_are_those_of_the_reference(name: str) -> None:
    """The reference has its values from the specification, not from the files."""
    given = FAMILY[name] if name in FAMILY else reference.VARIANTS[name]
    expected = reference.complete(given)
    rules = tafl.Variant(name).rules
    for key in _core.rule_keys():
        value, other = rules[key], expected[key]
        if isinstance(value, list):
            assert sorted(map(str, value)) == sorted(map(str, as_lists(other))), key
        else:
            assert value == other, key


def as_lists(value: object) -> list[object]:
    """Groups of squares in the order that the engine writes."""
    assert isinstance(value, list | tuple)
    ranks = [sorted(each, key=tafl.Square) if isinstance(each, list) else each for each in value]
    return list(ranks)


@pytest.mark.parametrize("name", tafl.variants())
def test_every_value_in_play_has_its_provenance(name: str) -> None:
    variant = tafl.Variant(name)
    assert variant.id == name
    assert variant.summary
    assert len(variant.summary) < 100
    for key in _core.rule_keys():
        if not catalogue.in_play(variant.rules, key):
            continue
        entry = variant.provenance[key]
        assert entry.status in catalogue.STATUSES
        assert any(source in entry.source for source in variant.sources)
        assert entry.note or entry.status == "attested", key
    assert variant.sources


@pytest.mark.parametrize("name", tafl.variants())
def test_options_are_other_values(name: str) -> None:
    variant = tafl.Variant(name)
    for option in variant.options:
        assert option.source
        assert option.note
        assert variant.replace(option.values) != variant


@pytest.mark.parametrize("name", tafl.variants())
def test_a_written_file_is_read_again(name: str, tmp_path: Path) -> None:
    variant = tafl.Variant(name)
    path = tmp_path / "written.toml"
    path.write_text(variant.to_toml(), encoding="utf-8")
    again = tafl.Variant.from_toml(path)
    assert again == variant
    assert (again.id, again.name, again.aliases) == (variant.id, variant.name, variant.aliases)
    assert again.provenance == variant.provenance
    assert again.sources == variant.sources
    assert again.options == variant.options
    assert again.summary == variant.summary
    assert again.to_toml() == variant.to_toml()


def test_aliases() -> None:
    for alias, name in {
        "linnaeus": "linnaeus-tablut",
        "foteviken": "foteviken-tablut",
        "legacy": "legacy-tablut",
        "brainking-tablut": "tablut",
        "saami": "saami-tablut",
        "saami-tablut-half-open": "saami-tablut",
    }.items():
        assert tafl.Variant(alias).id == name


def test_ids_and_aliases_are_unique() -> None:
    names = [
        name
        for variant in map(tafl.Variant, tafl.variants())
        for name in (variant.id, *variant.aliases)
    ]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", ["linaeus-tablut", "tablu", "saami-tablut-close"])
def test_an_unknown_name_suggests_near_ones(name: str) -> None:
    with pytest.raises(tafl.UnknownVariantError, match=f"unknown variant '{name}': did you mean"):
        tafl.Variant(name)


@pytest.mark.parametrize("name", ["", "x" * 10_000, "../tablut", "\ud800", "tablut.toml", "a/b"])
def test_strange_names(name: str) -> None:
    with pytest.raises(tafl.UnknownVariantError):
        tafl.Variant(name)


def test_only_values_are_needed() -> None:
    variant = tafl.Variant.from_toml(START)
    assert variant.id == "custom"
    assert variant.rules["king.capture"] == "four"
    assert variant.provenance == {}


@pytest.mark.parametrize(
    ("text", "key", "found", "expected"),
    [
        ("", "board.size", "nothing", "odd number from 5 to 19"),
        ("board.size = 9", "board.start", "nothing", "9 rows"),
        (START.replace("= 9", "= 8"), "board.size", "8", "odd number from 5 to 19"),
        (START.replace("= 9", "= 21"), "board.size", "21", "odd number from 5 to 19"),
        (START.replace("= 9", '= "9"'), "board.size", '"9"', "odd number from 5 to 19"),
        (START.replace("= 9", "= 9.0"), "board.size", "type float", "odd number from 5 to 19"),
        (START.replace("= 9", "= 7"), "board.start", "row 1 has 9 squares", "expected 7"),
        (START.replace("K", "T"), "board.start", "no king", "one king"),
        (START.replace("4T4", "4K4", 1), "board.start", "two kings", "one at most"),
        (START.replace("3ttt3", "3tt3", 1), "board.start", "row 1 has 8 squares", "expected 9"),
        (START.replace("3ttt3", "3txt3", 1), "board.start", '"x"', "a piece"),
        (START + "king.captur = 1", "king.captur", "unknown rule key", "king.capture"),
        (START + "kin.capture = 1", "kin", "unknown key", "one of the tables"),
        (START + "king = 1", "king", "1", "a table"),
        (START + 'king.capture = "three"', "king.capture", '"three"', '"four", "two"'),
        (START + "king.capture = [1]", "king.capture", "type int", '"four", "two"'),
        (START + "king.armed = 1", "king.armed", "1", "true, false"),
        (START + "king.edge_hostile = 0", "king.edge_hostile", "0", "true or false"),
        (START + "king.max_steps = -1", "king.max_steps", "-1", "up to 1000, 0 for no limit"),
        (START + "king.max_steps = true", "king.max_steps", "true", "up to 1000, 0 for no limit"),
        (START + 'king.escape = "corner"', "king.escape", '"corner"', "corners.exist = true"),
        (START + "end.repetition_count = 1", "end.repetition_count", "1", "from 2 to 1000"),
        (START + "end.repetition_count = 99999999999999999999", "end.repetition_count", "64 bits",
         "from 2 to 1000"),
        (START + 'throne.hostile_empty = ["soldier"]', "throne.hostile_empty", '["soldier"]',
         "piece kinds"),
        (START + 'throne.hostile_empty = ["king", "king"]', "throne.hostile_empty", "king",
         "each once"),
        (START + 'throne.hostile_empty = "king"', "throne.hostile_empty", '"king"', "a list"),
        (START + "throne.exists = false\nthrone.linnaean_capture = true",
         "throne.linnaean_capture", "without a throne", "throne.exists = true"),
        (START + 'corners.exist = true\ncorners.squares = ["d1"]', "board.start",
         "corner square d1", "only the king"),
        (START + 'corners.exist = true\ncorners.squares = ["j1"]', "corners.squares", "j1", "i9"),
        (START + 'corners.squares = ["A1"]', "corners.squares", "A1", "list of squares"),
        (START + 'corners.squares = ["a1", "a1"]', "corners.squares", "a1 twice", "once"),
        (START + 'camps.groups = [["d1"], ["d1", "e1"]]', "camps.groups", "d1 twice", "one camp"),
        (START + 'camps.groups = [["d10"]]', "camps.groups", "d10", "i9"),
        (START + "camps.groups = [[]]", "camps.groups", "without squares", "squares"),
        (START + 'camps.groups = ["d1"]', "camps.groups", "d1", "list of camps"),
        (START + 'camps.groups = [["d1"], "e1"]', "camps.groups", "type str", "list of camps"),
        ("id = 5\n" + START, "id", "5", "an id"),
        ('id = "a b"\n' + START, "id", "a b", "an id"),
        ('name = ""\n' + START, "name", "''", "a line"),
        ('aliases = "x"\n' + START, "aliases", "'x'", "a list"),
        ("summary = 1\n" + START, "summary", "1", "a line"),
        ("nonsense = 1\n" + START, "nonsense", "unknown key", "expected id"),
        (START + "[[sources]]\nid = 1", "sources", "1", "a list of tables"),
        ("sources = 1\n" + START, "sources", "found 1", "a list of tables with id, title"),
        ("provenance = 1\n" + START, "provenance", "found 1", "a table"),
        (START + "[provenance]\n\"king.x\" = { status = \"attested\", source = \"x\" }",
         "provenance.king.x", "provenance.king.x", "rule keys"),
        (START + "[provenance]\n\"king.armed\" = { status = \"sure\", source = \"x\" }",
         "provenance.king.armed", "sure", "attested"),
        (START + "[[options]]\nvalues = 1\nsource = \"\"\nnote = \"\"", "options", "1", "values"),
        ("a" + ".a" * 201 + " = 1", "", "line 1: found more than 200 dots", "fewer"),
        ("x = [", "", "not a TOML text", ""),
        ("x = " + "[" * 5000, "", "not a TOML text", ""),
        ("x = 1" + "0" * 5000, "", "not a TOML text", ""),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused(
    text: str, key: str, found: str, expected: str, tmp_path: Path
) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(tafl.RulesError) as caught:
        tafl.Variant.from_toml(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert caught.value.key == key
    for part in (key, found, expected):
        assert part in message
    with pytest.raises(tafl.RulesError):
        tafl.Variant.from_toml(text)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.toml", tmp_path):
        with pytest.raises(tafl.RulesError, match="cannot be read"):
            tafl.Variant.from_toml(path)
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'name = "\xe5"\n')
    with pytest.raises(tafl.RulesError, match="cannot be read"):
        tafl.Variant.from_toml(latin)


def test_replace() -> None:
    variant = tafl.Variant("linnaeus-tablut")
    other = variant.replace({"board.first": "defenders", "camps.groups": []})
    assert other != variant
    assert other.id == "linnaeus-tablut-modified"
    assert other.replace({"king.armed": False}).id == "linnaeus-tablut-modified"
    assert other.replace({"board.first": "attackers"}) == variant
    assert variant.replace({}).id == variant.id
    assert variant.replace({"king.armed": "anvil"}, id="mine", name="Mine").name == "Mine"
    assert "board.first" not in other.provenance
    assert "king.armed" in other.provenance
    with pytest.raises(TypeError):
        variant.rules["board.first"] = "defenders"  # type: ignore[index]


def test_one_start_has_one_text() -> None:
    """Equal boards are equal rules, whatever their text: digits make one number."""
    variant = tafl.Variant("tablut")
    for text in ("/3tttt3/", "/12ttt3/"):
        with pytest.raises(tafl.RulesError):
            variant.replace({"board.start": variant.rules["board.start"].replace("/3ttt3/", text)})
    assert hash(variant.replace({"board.start": variant.rules["board.start"]})) == hash(variant)
