"""Arguments that several commands take."""

from __future__ import annotations

import tafl
from tafl import catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any, Protocol, type_check_only

    @type_check_only
    class AddCommand(Protocol):
        """Adds a command to the parser: its name, what runs it, and what its help says."""

        def __call__(
            self, name: str, run: Any, help: str, example: str
        ) -> argparse.ArgumentParser: ...


VARIANT_HELP = "id or alias of a variant, path of a variant file (TOML), or OTN rules string"
FEN_HELP = "position string, such as '/9/9/9/9/4K4/9/9/9/9/ d'; default: the start"


def with_position(added: argparse.ArgumentParser) -> None:
    """Adds the arguments that name a position."""
    added.add_argument("variant", metavar="VARIANT", help=VARIANT_HELP)
    added.add_argument("--fen", metavar="F", help=FEN_HELP)


def with_json(added: argparse.ArgumentParser | argparse._MutuallyExclusiveGroup) -> None:
    """Adds the option for JSON."""
    added.add_argument("--json", action="store_true", help="print the data as JSON")


def position_of(options: argparse.Namespace) -> tafl.Board:
    """The board that the arguments name; TaflError."""
    return tafl.Board(catalogue.resolve(options.variant), options.fen)
