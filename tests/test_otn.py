"""OpenTafl rules strings: what is read, what is written, what is refused."""

from __future__ import annotations

import itertools
import random
import time
from typing import Any

import pytest

import tafl
from mutations import checked_message, fuzz_texts, shown
from tafl import RulesError, Variant, _core
from tafl.otn import from_otn, to_otn

START = "start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/"
START_7 = "start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
START_11 = "start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/"
ALL = ["attacker", "defender", "king"]
KING = ["king"]
CAMPS = "afor:d1,e1,f1,e2,a4,a5,a6,b5,"

# What a string of nothing but size and start says: OTN's defaults.
DEFAULTS = {
    "board.first": "attackers",
    "king.escape": "corner",
    "king.armed": True,
    "king.capture": "four",
    "king.edge_hostile": False,
    "king.max_steps": 0,
    "soldiers.max_steps": 0,
    "throne.exists": True,
    "throne.king_may_occupy": True,
    "throne.king_may_pass": True,
    "throne.soldiers_may_occupy": False,
    "throne.soldiers_may_pass": True,
    "throne.hostile_empty": ALL,
    "throne.hostile_occupied": ["attacker"],
    "throne.linnaean_capture": False,
    "corners.exist": True,
    "corners.hostile": ALL,
    "camps.groups": [],
    "camps.hostile": KING,
    "camps.hostile_occupied": [],
    "camps.inert": [],
    "camps.shelter_attackers": False,
    "camps.movement": "own-camp",
    "capture.shieldwall": "none",
    "capture.shieldwall_trigger": "bracket",
    "end.encirclement": True,
    "end.exit_fort": False,
    "end.draw_fort": False,
    "end.no_moves": "loses",
    "end.repetition": "draw",
    "end.repetition_count": 3,
}


def test_defaults_are_those_of_otn() -> None:
    rules = from_otn(f"dim:9 {START}").rules
    assert {key: rules[key] for key in DEFAULTS} == DEFAULTS
    assert set(rules) - set(DEFAULTS) == {"board.size", "board.start", "corners.squares"}
    assert rules["corners.squares"] == ["a1", "i1", "a9", "i9"]
    assert to_otn(from_otn(f"dim:9 {START}")) == f"dim:9 name:otn {START}"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("esc:e", {"king.escape": "edge"}),
        ("surf:n", {"end.encirclement": False}),
        ("atkf:n", {"board.first": "defenders"}),
        ("tfr:i", {"end.repetition": "none"}),
        ("tfr:w", {"end.repetition": "mover-wins"}),
        ("tfr:l", {"end.repetition": "mover-loses"}),
        ("ka:n", {"king.armed": False}),
        ("ka:a", {"king.armed": "anvil"}),
        ("ka:h", {"king.armed": "hammer"}),
        ("ks:c", {"king.capture": "four-near-throne"}),
        ("ks:w", {"king.capture": "two"}),
        ("ks:m", {"king.capture": "four", "king.edge_hostile": True}),
        ("ks:y", {}),
        ("ks:n", {"king.capture": "two"}),
        ("ks:w x-edge-hostile:y", {"king.capture": "two", "king.edge_hostile": True}),
        ("sw:w swf:n efe:y linc:y",
         {"capture.shieldwall": "weak", "capture.shieldwall_trigger": "any",
          "end.exit_fort": True, "throne.linnaean_capture": True}),
        ("sw:s swf:y", {"capture.shieldwall": "strong"}),
        ("kj:n nj:n cj:n mj:n gj:n ber:n dfor: dforh:tcnk dfors:TCNK", {}),
        ("esc:e cor:", {"king.escape": "edge", "corners.exist": False}),
        ("cor:a1,b1,a2", {"corners.squares": ["a1", "b1", "a2"]}),
        ("cor:a2,b1,a1,", {"corners.squares": ["a1", "b1", "a2"]}),
        ("cor:i9,a1,i1,a9, corp: cors:K", {}),
        ("corp:tcnkTCNK corh:TK", {"corners.hostile": ["defender", "king"]}),
        ("corh:", {"corners.hostile": []}),
        ("cors:tTK corre:K", {}),
        ("esc:e cor: cors:tTK corp:tTK corre:",
         {"king.escape": "edge", "corners.exist": False}),
        ("cen:", {"throne.exists": False, "throne.hostile_occupied": []}),
        ("cen: cenh:t", {"throne.exists": False}),
        ("cen: cens:t", {"throne.exists": False, "throne.hostile_occupied": [],
                         "throne.king_may_occupy": False}),
        ("cen:e5, cor:default", {}),
        ("cenh: cenhe:", {"throne.hostile_occupied": [], "throne.hostile_empty": []}),
        ("cenhe:mMGtKcTN", {}),
        ("cenhe:cnmg", {"throne.hostile_empty": []}),
        ("cenhe:tT", {"throne.hostile_empty": ["attacker", "defender"]}),
        ("cens:", {"throne.king_may_occupy": False}),
        ("cenre:", {"throne.king_may_occupy": False}),
        ("cens:tcnkTCNK", {"throne.soldiers_may_occupy": True}),
        ("cens:tTK cenre:K", {}),
        ("cenp:", {"throne.king_may_pass": False, "throne.soldiers_may_pass": False}),
        ("cenp:K", {"throne.soldiers_may_pass": False}),
        ("cenp:tT", {"throne.king_may_pass": False}),
        ("spd:-1", {}),
        ("spd:4", {"king.max_steps": 4, "soldiers.max_steps": 4}),
        ("spd:3,3,", {"king.max_steps": 3, "soldiers.max_steps": 3}),
        ("spd:2,9,9,9,2,9,9,1", {"king.max_steps": 1, "soldiers.max_steps": 2}),
        ("spd:-1,9,9,9,9,-1,9,9,1,9", {"king.max_steps": 1}),
        ("spd:5,9,9,9,9,9,5,9,9,-1,9,9", {"soldiers.max_steps": 5}),
        (f"{CAMPS} aforre:",
         {"camps.groups": [["d1", "e1", "f1", "e2"], ["a4", "a5", "b5", "a6"]],
          "camps.hostile": ["defender", "king"], "camps.movement": "closed"}),
        ("afor:a4,b5 aforh:tK aforp: afors: aforre:",
         {"camps.groups": [["a4"], ["b5"]], "camps.hostile": ["attacker", "king"],
          "camps.movement": "closed"}),
        ("afor:a4,b5 aforh:K aforre:c x-camps:b5,a4 x-camp-movement:own-camp x-camp-inert:b5 "
         "x-camp-hostile-occupied:t x-camp-shelter:y",
         {"camps.groups": [["a4", "b5"]], "camps.inert": ["b5"],
          "camps.hostile_occupied": ["attacker"], "camps.shelter_attackers": True}),
        ("afor: aforh:", {"camps.hostile": []}),
        ("tfr:w x-repetition:attackers-win x-repetition-count:4",
         {"end.repetition": "attackers-win", "end.repetition_count": 4}),
        ("x-encirclement:both x-draw-fort:forbidden x-no-moves:draw",
         {"end.encirclement": "both", "end.draw_fort": "forbidden", "end.no_moves": "draw"}),
        ("surf:n x-encirclement:y x-draw-fort:n", {}),
    ],
)  # fmt: skip
def test_words(words: str, expected: dict[str, Any]) -> None:
    """What the words say, and nothing else, in every order."""
    rules = {key: expected.get(key, value) for key, value in DEFAULTS.items()}
    each = f"dim:9 {words} {START}".split(" ")
    for order in (each, each[::-1]):
        found = from_otn(" ".join(order))
        assert {key: found.rules[key] for key in DEFAULTS} == rules
        if "corners.squares" in expected:
            assert found.rules["corners.squares"] == expected["corners.squares"]
        assert from_otn(to_otn(found)) == found


def test_cases_of_the_specification() -> None:
    turned = from_otn("dim:7 starti:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/1t5/")
    assert turned.rules["board.start"] == "/1t5/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
    empty = from_otn("dim:9 corh: cenhe: start:/9/9/9/9/4K4/9/9/9/9/")
    assert empty.rules["corners.hostile"] == empty.rules["throne.hostile_empty"] == []
    named = from_otn(
        "dim:5 name:Copenhagen atkf:n tfr:w cor:a1, cen: sw:s efe:y start:/1tTTt/tKt2/t2T1/5/1T3/"
    )
    assert (named.name, named.id) == ("Copenhagen", "copenhagen")
    assert named.rules["corners.squares"] == ["a1"]
    assert not named.rules["throne.exists"]
    letters = from_otn("dim:9 cenhe:tcTNKGMm start:/9/9/9/9/4K4/9/9/9/9/")
    assert letters.rules["throne.hostile_empty"] == ALL
    late = "esc:e dim:9 start:/9/9/9/9/4K4/9/9/9/9/"
    assert from_otn(late).size == 9
    with pytest.raises(RulesError, match="dim, which must come first") as caught:
        from_otn(late, strict=True)
    assert caught.value.key == "dim"


def test_strings_as_they_are_written_elsewhere() -> None:
    fetlar = from_otn(f"dim:11 atkf:n {START_11}")
    assert fetlar.rules["board.first"] == "defenders"
    copenhagen = from_otn(f"dim:11 name:Copenhagen atkf:y tfr:w sw:s efe:y {START_11}", strict=True)
    assert copenhagen.rules["capture.shieldwall"] == "strong"
    assert copenhagen.rules["end.exit_fort"] is True
    brandub = from_otn(
        f"dim:7 name:Brandub_Strong_Center_King surf:n atkf:y ks:c nj:n cj:n cenh: cenhe: {START_7}"
    )
    assert brandub.name == "Brandub Strong Center King"
    assert brandub.rules["throne.hostile_occupied"] == []
    sea_battle = from_otn(f"dim:9\n  esc:e ka:n\n  cen: cenhe: cor:\r\n\t{START}\n")
    assert not sea_battle.rules["throne.exists"]
    assert not sea_battle.rules["corners.exist"]
    with pytest.raises(RulesError, match="not supported"):
        from_otn(
            "dim:11 surf:n atkf:n kj:r ber:c start:/3ttttt3/5c5/11/t4T4t/t3NTT3t/tc1TTKTT1ct/"
            "t3TTT3t/t4T4t/11/5c5/3ttttt3/"
        )


@pytest.mark.parametrize(
    ("name", "expected", "id"),
    [
        ("name:Legacy_Tablut", "Legacy Tablut", "legacy-tablut"),
        ("name:Tablut_(9x9),_my.own", "Tablut (9x9), my.own", "tablut-9x9-my.own"),
        ("name:a:b", "a:b", "a-b"),
        ("name:__x__", "x", "x"),
        ("name:\u0422\u0430\u0444\u043b", "\u0422\u0430\u0444\u043b", "otn"),
        ("name:", "otn", "otn"),
        ("name:___", "otn", "otn"),
        ("", "otn", "otn"),
    ],
)  # fmt: skip
def test_names(name: str, expected: str, id: str) -> None:
    variant = from_otn(f"dim:9 {name} {START}")
    assert (variant.name, variant.id, variant.aliases) == (expected, id, ())
    assert from_otn(to_otn(variant)).name == expected


@pytest.mark.parametrize(
    "name",
    ["two words", "[x]", "a\nb\tc", "\ud800", "\0", "", " ", "a\u2028b", "\ufeff", "x" * 10**6],
    ids=range(10),
)
def test_any_name_is_written(name: str) -> None:
    rules = {**tafl.Variant("tablut").rules}
    text = to_otn(Variant._make("some-id", name, [], rules, ""))
    assert text.isprintable()
    assert "[" not in text
    assert from_otn(text) == tafl.Variant("tablut")


@pytest.mark.parametrize(
    ("text", "key", "parts"),
    [
        ("", "dim", ("nothing", "size of the board")),
        (" \n ", "dim", ("nothing",)),
        ("tablut", "tablut", ("character 1", "'tablut'", "key:value")),
        (f"dim:9 esc {START}", "esc", ("character 7", "key:value")),
        (f":9 {START}", "", ("character 1", "unknown key ''")),
        (f"dim:9 dim:9 {START}", "dim", ("character 7", "a second time", "once")),
        (f"dim:9 {START} {START}", "start", ("a second time",)),
        (f"dim:9 {START} starti:/9/", "starti", ("second starting position",)),
        ("dim:9", "start", ("nothing", "starting position")),
        (f"dim: {START}", "dim", ("character 5", "''", "odd number from 5 to 19")),
        (f"dim:8 {START}", "dim", ("'8'", "odd number from 5 to 19")),
        (f"dim:21 {START}", "dim", ("'21'", "odd number from 5 to 19")),
        (f"dim:09 {START}", "dim", ("'09'", "odd number from 5 to 19")),
        (f"dim:\u0669 {START}", "dim", ("odd number from 5 to 19",)),
        (f"dim:{'9' * 5000} {START}", "dim", ("odd number from 5 to 19",)),
        (f"dim:7 {START}", "start", ("row 1 has 9 squares", "expected 7")),
        ("dim:7 start:/3t3/3t3/3T3/ttTTTtt/3T3/3t3/3t3/", "start", ("no king", "one king")),
        ("dim:7 start:/3t3/3t3/3K3/ttTKTtt/3T3/3t3/3t3/", "start", ("two kings",)),
        ("dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/", "start", ("6 rows", "expected 7")),
        ("dim:7 start:3t3/3t3/", "start", ("'/' before the first row",)),
        ("dim:7 start:", "start", ("board.start", "nothing")),
        ("dim:7 starti:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3c3/", "starti",
         ("character 14", "'c' at character 31", "not supported")),
        ("dim:7 start:/3t3/3t3/3T3/ttTkTtt/3T3/3t3/3t3/", "start", ("'k'", "not supported")),
        ("dim:7 start:/3t3/3t3/3\u0422\x00/", "start", ("numbers, pieces",)),
        ("dim:7 start:/t5t/7/7/3K3/7/7/7/", "start", ("soldier on the corner square a1",)),
        (f"dim:9 ks:strong {START}", "ks", ("character 10", "'strong'", "s, c, w, m, y, n")),
        (f"dim:9 surf:Y {START}", "surf", ("'Y'", "one of y, n")),
        (f"dim:9 esc: {START}", "esc", ("''", "one of c, e")),
        (f"dim:9 esk:e {START}", "esk", ("character 7", "unknown key 'esk'", "did you mean esc")),
        (f"dim:9 x-repetitoin:draw {START}", "x-repetitoin", ("did you mean x-repetition",)),
        (f"dim:9 kj:r {START}", "kj", ("'r'", "kings that jump are not supported")),
        (f"dim:9 nj:c {START}", "nj", ("'c'", "not supported")),
        (f"dim:9 gj:j {START}", "gj", ("'j'", "not supported")),
        (f"dim:9 ber:m {START}", "ber", ("'m'", "not supported")),
        (f"dim:9 dfor:e5 {START}", "dfor", ("'e5'", "not supported")),
        (f"dim:9 dforh:x {START}", "dforh", ("'x'", "letters of pieces")),
        (f"dim:9 cenh:tx {START}", "cenh", ("'x'", "letters of pieces")),
        (f"dim:9 cen:d5 {START}", "cen", ("'d5'", "e5 or nothing", "not supported")),
        (f"dim:9 cen:e5,e6 {START}", "cen", ("'e5,e6'", "not supported")),
        (f"dim:9 cens:tK {START}", "cens", ("'tK'", "both t and T or neither")),
        (f"dim:9 cens:tTK cenre:tK {START}", "cenre", ("'tK'", "both t and T or neither")),
        (f"dim:9 cenp:T {START}", "cenp", ("'T'", "not supported")),
        (f"dim:9 cor:a1,a10 {START}", "cor", ("'a10'", "a1 to i9")),
        (f"dim:9 cor:a1,A9 {START}", "cor", ("'A9'", "a1 to i9")),
        (f"dim:9 cor:j1 {START}", "cor", ("'j1'",)),
        (f"dim:9 cor:a0 {START}", "cor", ("'a0'",)),
        (f"dim:9 cor:a1,,a9 {START}", "cor", ("''", "commas between")),
        (f"dim:9 cor:, {START}", "cor", ("''", "commas between")),
        (f"dim:9 cor:a1,a1 {START}", "cor", ("a1 twice", "once")),
        (f"dim:9 cor:a\u0661 {START}", "cor", ("a1 to i9",)),
        (f"dim:9 cor:d1 {START}", "start", ("soldier on the corner square d1",)),
        (f"dim:9 cor: {START}", "esc", ("nothing, which is c", "no corner squares", "esc:e")),
        (f"dim:9 esc:c cor: {START}", "esc", ("found c and no corner squares",)),
        (f"dim:9 cors:tTK {START}", "cors", ("'tTK'", "not supported")),
        (f"dim:9 cors: {START}", "cors", ("''", "not supported")),
        (f"dim:9 corre:t {START}", "corre", ("'t'", "not supported")),
        (f"dim:9 cor:a1,b1 corp: {START}", "corp", ("''", "not supported")),
        (f"dim:9 cor:a1,b1 corp:tK {START}", "corp", ("'tK'", "not supported")),
        (f"dim:9 {CAMPS} {START}", "aforre", ("nothing (OTN's default)", "not supported")),
        (f"dim:9 {CAMPS} aforre:T {START}", "aforre", ("'T'", "not supported")),
        (f"dim:9 {CAMPS} aforre: x-camps:a4 {START}", "x-camps", ("'a4'", "squares of afor")),
        (f"dim:9 x-camps:a4 {START}", "x-camps", ("'a4'", "squares of afor")),
        (f"dim:9 afor:a4 aforre: x-camps:a4;a4 {START}", "x-camps", ("a4 twice",)),
        (f"dim:9 afor:a4 aforre: x-camps:a4; {START}", "x-camps", ("without squares",)),
        (f"dim:9 x-camp-inert:a4 {START}", "x-camp-inert", ("a4", "camps.groups")),
        (f"dim:9 spd: {START}", "spd", ("''", "number from -1 to 1000")),
        (f"dim:9 spd:0 {START}", "spd", ("0", "-1 for no limit")),
        (f"dim:9 spd:-2 {START}", "spd", ("'-2'",)),
        (f"dim:9 spd:1001 {START}", "spd", ("'1001'",)),
        (f"dim:9 spd:x {START}", "spd", ("'x'",)),
        (f"dim:9 spd:3,4 {START}", "spd", ("'3,4'", "both sides", "not supported")),
        (f"dim:9 spd:1,1,1 {START}", "spd", ("3 numbers", "1, 2, 8, 10 or 12")),
        (f"dim:9 spd:1,1,1,1,2,1,1,1 {START}", "spd", ("both sides", "not supported")),
        (f"dim:9 linc:y cen: {START}", "linc", ("without a throne",)),
        (f"dim:9 x-edge-hostile:true {START}", "x-edge-hostile", ("'true'", "y, n")),
        (f"dim:9 x-repetition:win {START}", "x-repetition", ("'win'", "attackers-win")),
        (f"dim:9 x-repetition-count:1 {START}", "x-repetition-count", ("'1'", "from 2 to 1000")),
        (f"dim:9 x-repetition-count:3,4 {START}", "x-repetition-count", ("2 numbers", "one")),
        (f"dim:9 name:\ud800 {START}", "name", ("\\ud800", "a line of text")),
        (f"dim:9 name:\0 {START}", "name", ("\\x00",)),
        (f"\ufeffdim:9 {START}", "\ufeffdim", ("\\ufeff", "unknown key", "did you mean dim")),
        (f"dim:9 \0:\0 {START}", "\0", ("unknown key",)),
        (f"dim:9\u00a0esc:e {START}", "dim", ("odd number",)),
        ("[rules:dim:9]", "[rules", ("unknown key",)),
    ],
)  # fmt: skip
def test_refused(text: str, key: str, parts: tuple[str, ...]) -> None:
    with pytest.raises(RulesError) as caught:
        from_otn(text)
    message = checked_message(caught.value)
    assert caught.value.key == key
    assert message.isprintable()
    for part in (*parts, "expected"):
        assert part in message


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (f"esc:e dim:9 {START}", "dim"),
        (f"dim:9 {START} esc:e", "start"),
        (f"dim:9 x-no-moves:draw {START}", "x-no-moves"),
        ("dim:9", "start"),
        ("", "dim"),
    ],
)
def test_strict_reading(text: str, key: str) -> None:
    with pytest.raises(RulesError) as caught:
        from_otn(text, strict=True)
    assert caught.value.key == key


def test_strict_reading_of_the_proper_form() -> None:
    assert from_otn(f"dim:9 esc:e {START}", strict=True).size == 9
    assert from_otn("dim:5 starti:/2t2/2T2/tTKTt/2T2/2t2/", strict=True).size == 5


def test_other_types() -> None:
    with pytest.raises(TypeError):
        from_otn(b"dim:9")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", tafl.variants())
def test_built_in_variants(name: str) -> None:
    variant = Variant(name)
    text = to_otn(variant)
    again = from_otn(text)
    assert again == variant
    assert again.name == variant.name
    assert to_otn(again) == text
    if " x-" in text:
        with pytest.raises(RulesError):
            to_otn(variant, strict=True)
    else:
        assert to_otn(variant, strict=True) == text
        assert from_otn(text, strict=True) == variant


def test_written() -> None:
    assert to_otn(Variant("tablut")) == (
        f"dim:9 name:Tablut esc:e surf:n atkf:n ka:n cor: cenh: cenhe:K cens: {START}"
    )
    words = to_otn(Variant("foteviken-tablut")).split(" ")
    assert "tfr:w" in words
    assert "x-repetition:same-moves" in words
    assert "afor:d1,e1,f1,e2,a4,i4,a5,b5,h5,i5,a6,i6,e8,d9,e9,f9" in words
    assert not any(word.startswith("x-camps:") for word in words)  # the camps are what is connected


@pytest.mark.parametrize(
    ("values", "key", "words"),
    [
        ({"king.capture": "two", "king.edge_hostile": True}, "king.edge_hostile", "ks:w"),
        ({"king.capture": "four-near-throne", "king.edge_hostile": True}, "king.edge_hostile",
         "ks:c"),
        ({"corners.squares": ["a1"]}, "corners.squares", "cor:"),
        ({"camps.groups": [["a4", "a6"]], "camps.movement": "closed"},
         "camps.groups", "afor:a4,a6"),
        ({"camps.groups": [["a4"], ["a5"]], "camps.movement": "closed"},
         "camps.groups", "afor:a4,a5"),
        ({"camps.groups": [["a4"]]}, "camps.movement", "aforre:"),
        ({"camps.hostile_occupied": ["king"]}, "camps.hostile_occupied", ""),
        ({"camps.shelter_attackers": True}, "camps.shelter_attackers", ""),
        ({"camps.groups": [["a4"]], "camps.movement": "closed", "camps.inert": ["a4"]},
         "camps.inert", "afors:"),
        ({"end.encirclement": "king"}, "end.encirclement", ""),
        ({"end.encirclement": "both"}, "end.encirclement", ""),
        ({"end.draw_fort": "draw"}, "end.draw_fort", ""),
        ({"end.no_moves": "draw"}, "end.no_moves", ""),
        ({"end.repetition": "attackers-win"}, "end.repetition", "tfr:w"),
        ({"end.repetition": "forbidden"}, "end.repetition", "tfr:l"),
        ({"end.repetition": "aggressor-loses"}, "end.repetition", "tfr:w"),
        ({"end.repetition": "aggressor-forbidden"}, "end.repetition", ""),
        ({"end.repetition_count": 2}, "end.repetition_count", ""),
    ],
)  # fmt: skip
def test_what_otn_cannot_say(values: dict[str, Any], key: str, words: str) -> None:
    """A key of our own says it, beside the nearest words; strict names the rule."""
    variant = Variant("tablut").replace({"end.encirclement": True, **values})
    text = to_otn(variant)
    assert from_otn(text) == variant
    assert text.count(" x-") == 1
    if words:
        assert f" {words} " in text
    plain = " ".join(word for word in text.split(" ") if not word.startswith("x-"))
    assert from_otn(plain).size == 9  # other readers understand the rest
    with pytest.raises(RulesError) as caught:
        to_otn(variant, strict=True)
    assert caught.value.key == key
    assert checked_message(caught.value).startswith(f"{key}: found ")


@pytest.mark.parametrize(
    "values",
    [
        {"camps.movement": "closed"},
        {"camps.hostile": []},
        {"camps.groups": [["a4", "a5"], ["e8"]], "camps.movement": "closed", "camps.hostile": []},
        {"throne.exists": False, "throne.soldiers_may_occupy": True, "throne.hostile_empty": []},
        {"throne.exists": False, "throne.hostile_occupied": ["attacker"]},
        {"king.max_steps": 1},
        {"king.max_steps": 3, "soldiers.max_steps": 1000},
        {"corners.exist": True, "corners.squares": ["a1", "b1"], "corners.hostile": ["king"]},
    ],
)
def test_what_otn_can_say(values: dict[str, Any]) -> None:
    variant = Variant("tablut").replace(values)
    assert from_otn(to_otn(variant, strict=True), strict=True) == variant


def test_corners_without_squares() -> None:
    variant = Variant("tablut").replace({"corners.exist": True, "corners.squares": []})
    text = to_otn(variant)
    assert " cor: " in text
    assert " x-corners:y x-corner-squares: " in text
    assert from_otn(text) == variant


def kinds(rng: random.Random) -> list[str]:
    return [kind for kind in ALL if rng.random() < 0.5]


FLAG = [True, False]
CHOICES: dict[str, list[Any]] = {
    "board.first": ["attackers", "defenders"],
    "king.escape": ["edge", "corner"],
    "king.armed": [True, False, "hammer", "anvil"],
    "king.capture": ["four", "two", "four-near-throne"],
    "king.edge_hostile": FLAG,
    "king.max_steps": [0, 0, 1, 3, 1000],
    "soldiers.max_steps": [0, 0, 1, 3, 1000],
    "throne.exists": FLAG,
    "throne.king_may_occupy": FLAG,
    "throne.king_may_pass": FLAG,
    "throne.soldiers_may_occupy": FLAG,
    "throne.soldiers_may_pass": FLAG,
    "throne.linnaean_capture": FLAG,
    "corners.exist": FLAG,
    "camps.shelter_attackers": FLAG,
    "camps.movement": ["own-camp", "closed"],
    "capture.shieldwall": ["none", "weak", "strong"],
    "capture.shieldwall_trigger": ["bracket", "any"],
    "end.encirclement": [False, True, "king", "both"],
    "end.exit_fort": FLAG,
    "end.draw_fort": [False, "draw", "forbidden"],
    "end.no_moves": ["loses", "draw"],
    "end.repetition": [
        *("draw", "none", "mover-wins", "mover-loses", "attackers-win", "forbidden"),
        *("aggressor-loses", "aggressor-forbidden", "same-moves"),
    ],
    "end.repetition_count": [2, 3, 3, 1000],
}
KIND_LISTS = (
    *("throne.hostile_empty", "throne.hostile_occupied", "corners.hostile"),
    *("camps.hostile", "camps.hostile_occupied"),
)


def random_rules(rng: random.Random) -> dict[str, Any]:
    """Values of all keys; some contradict each other."""
    size = rng.choice((5, 5, 7, 9, 11, 13, 19))
    squares = [
        f"{file}{rank}" for rank in range(1, size + 1) for file in "abcdefghijklmnopqrs"[:size]
    ]
    corners = [squares[i] for i in (0, size - 1, -size, -1)]
    rules = {key: rng.choice(values) for key, values in CHOICES.items()}
    rules |= {key: kinds(rng) for key in KIND_LISTS}
    if rng.random() < 0.4:
        corners = rng.sample(squares, rng.randint(0, 6))
    groups = []
    if rng.random() < 0.6:
        camps = rng.sample(squares, rng.randint(1, 9))
        cuts = sorted({0, len(camps), *(rng.randint(0, len(camps)) for _ in range(3))})
        groups = [camps[start:end] for start, end in itertools.pairwise(cuts)]
        if rng.random() < 0.3:  # hang together, or touch
            line = squares[: rng.randint(1, size)]
            cut = rng.randint(0, len(line))
            groups = [group for group in (line[:cut], line[cut:]) if group]
    inside = [name for group in groups for name in group]
    cells = {name: rng.choice("1111tT") for name in squares}
    if rules["corners.exist"] and rng.random() < 0.95:
        cells |= dict.fromkeys(corners, "1")
    cells[rng.choice(squares)] = "K"
    rows = [
        "".join(cells[name] for name in squares[i : i + size]) for i in range(0, len(squares), size)
    ]
    return {
        **rules,
        "board.size": size,
        "board.start": counted("/" + "/".join(rows) + "/"),
        "corners.squares": corners,
        "camps.groups": groups,
        "camps.inert": rng.sample(inside, rng.randint(0, len(inside)))
        if rng.random() < 0.4
        else [],
    }


def counted(record: str) -> str:
    """The empty squares that adjoin each other as one number."""
    for count in range(19, 1, -1):
        record = record.replace("1" * count, f"<{count}>")
    return record.replace("<", "").replace(">", "")


def random_variant(rng: random.Random) -> Variant:
    while True:
        try:
            return Variant._make("own", f"Own {rng.randrange(10)}", [], random_rules(rng), "")
        except RulesError:
            continue


def test_the_generator_knows_every_key() -> None:
    assert sorted(random_rules(random.Random(1))) == sorted(_core.rule_keys())


def test_random_rules_come_back(seed: int, full: bool) -> None:
    rng = random.Random(f"otn {seed}")
    seen: dict[str, set[str]] = {key: set() for key in _core.rule_keys()}
    for _ in range(30_000 if full else 3_000):
        variant = random_variant(rng)
        text = to_otn(variant)
        again = from_otn(text)
        assert again == variant, text
        assert to_otn(again) == text
        if " x-" in text:
            with pytest.raises(RulesError) as caught:
                to_otn(variant, strict=True)
            assert caught.value.key in _core.rule_keys()
        else:
            assert to_otn(variant, strict=True) == text
            assert from_otn(text, strict=True) == variant
        for key, value in variant.rules.items():
            seen[key].add(str(value))
    for key, values in CHOICES.items():
        assert seen[key] >= {str(value) for value in values}, key


def test_every_single_value_comes_back() -> None:
    for base in map(Variant, ("tablut", "foteviken-tablut", "legacy-tablut")):
        for key, values in CHOICES.items():
            for value in values:
                try:
                    variant = base.replace({key: value})
                except RulesError:
                    continue
                assert from_otn(to_otn(variant)) == variant, (key, value)


def test_any_text_is_read_or_refused(seed: int) -> None:
    """20,000 strings, a third of them valid."""
    rng = random.Random(f"otn texts {seed}")
    read = 0
    pool = [to_otn(random_variant(rng)) for _ in range(1_000)]
    for text, valid in fuzz_texts(rng, lambda: rng.choice(pool), 20_000):
        found = read_or_refused(text, strict=not valid and rng.random() < 0.2)
        if isinstance(found, RulesError):
            message = checked_message(found)
            assert not valid, shown(text)
            assert "expected" in message, shown(text)
            assert message.isprintable(), shown(text)
        else:
            read += 1
            assert valid or from_otn(to_otn(found)) == found, shown(text)
    assert read > 6_000


def read_or_refused(text: str, strict: bool = False) -> Variant | RulesError:
    try:
        return from_otn(text, strict=strict)
    except RulesError as error:
        return error


@pytest.mark.parametrize(
    "text",
    [
        "x" * 10**6,
        "dim:9 " * 200_000,
        f"dim:9 name:{'a' * 99_000} {START}",
        f"dim:9 name:{'_' * 99_000} {START}",
        f"dim:9 name:{'-.' * 49_000}a {START}",
        " " * 99_000,
        ":" * 99_000,
        "\ud800" * 99_000,
        f"dim:9 {'x' * 90_000}:1 {START}",
        f"dim:9 {' '.join(f'k{i}:' for i in range(14_000))}",
        f"dim:9 cor:{',' * 90_000} {START}",
        f"dim:9 cor:{'a1,' * 30_000} {START}",
        f"dim:9 cenh:{'t' * 90_000} {START}",
        f"dim:9 spd:{'1,' * 45_000} {START}",
        f"dim:9 spd:{'9' * 90_000} {START}",
        f"dim:9 afor:a1 x-camps:{';' * 90_000} {START}",
        f"dim:9 start:{'/' * 90_000}",
        f"dim:9 start:/{'9' * 90_000}/",
        f"dim:9 starti:/{'t' * 90_000}/",
        f"dim:9 starti:{'1/' * 45_000}",
    ],
    ids=range(20),
)
def test_long_texts_take_no_time(text: str) -> None:
    start = time.process_time()  # a busy machine takes none of it
    found = read_or_refused(text)
    assert time.process_time() - start < 1
    if isinstance(found, RulesError):
        assert len(checked_message(found)) < 1000
