"""The ``upcard`` command.

Exit status everywhere: 0 done, 1 looked and found something wrong, 2 a setting, an
option or an input that cannot be used; what a record file refuses with is listed in
``docs/cli.md``.
"""

from importlib.metadata import PackageNotFoundError, version

import click

from web.cli.backup import backup, restore
from web.cli.demo import demo
from web.cli.history import export, import_, standings
from web.cli.keys import keys
from web.cli.record import audit, rebuild, verify
from web.cli.rule import rule
from web.cli.serve import serve

__all__ = ["main"]


def _version() -> str:
    try:
        return version("upcard")
    except PackageNotFoundError:
        return "(not installed)"


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(_version(), prog_name="upcard")
def main() -> None:
    """Keep score of gin rummy played with real cards, and settle disputes."""


for _command in (
    serve,
    verify,
    rebuild,
    backup,
    restore,
    audit,
    rule,
    export,
    import_,
    standings,
    keys,
    demo,
):
    main.add_command(_command)
