"""Options of the test run: ``--full`` and ``--seed``; and what is printed at its end."""

from __future__ import annotations

import random

import pytest

import differential_counts
import summary


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("tafl")
    group.addoption("--full", action="store_true", help="make the random tests at full length")
    group.addoption("--seed", type=int, help="repeat the random tests of the run with this seed")


def pytest_configure(config: pytest.Config) -> None:
    if config.option.seed is None:
        config.option.seed = random.SystemRandom().randrange(2**32)


def pytest_report_header(config: pytest.Config) -> str:
    return seed_line(config)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if differential_counts.EXERCISED:
        terminalreporter.section("positions and games that exercised each rule value")
        for line in differential_counts.summary():
            terminalreporter.write_line(line)
    for line in summary.LINES:
        terminalreporter.write_line(line)
    terminalreporter.write_line(seed_line(config))


def seed_line(config: pytest.Config) -> str:
    full = " --full" if config.option.full else ""
    return (
        f"seed of the random tests: {config.option.seed} (pytest{full} --seed {config.option.seed})"
    )


@pytest.fixture(scope="session")
def seed(request: pytest.FixtureRequest) -> int:
    """What the random tests start from."""
    value: int = request.config.option.seed
    return value


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest) -> bool:
    """Whether the random tests go to full length."""
    value: bool = request.config.option.full
    return value
