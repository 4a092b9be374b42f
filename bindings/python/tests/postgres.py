"""A PostgreSQL server of the tests' own: on a socket in a folder, never on a port."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Optional

# What a test can lose by that is a crash of the whole machine.
OPTIONS = "-c listen_addresses='' -c fsync=off -c unix_socket_permissions=0700"
# Of the path of a socket, less the name that the server gives it.
LONGEST = 107 - len("/.s.PGSQL.5432")


def installed() -> Optional[Path]:
    """The folder of the newest server's programs, as Debian installs them; None if there is none."""
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    found = [folder for folder in folders if (folder / "initdb").exists() and (folder / "postgres").exists()]
    return max(found, key=lambda folder: int(folder.parent.name), default=None)


@contextmanager
def running(programs: Path, build: Path) -> Iterator[str]:
    """Run a server as long as needed. Returns its URL for SQLAlchemy."""
    folder = _folder(build)
    data = folder / "data"
    # The server does not run as root.
    user: dict[str, Any] = {"user": "nobody", "group": pwd.getpwnam("nobody").pw_gid, "extra_groups": []}
    options = user if os.getuid() == 0 else {}
    if options:
        shutil.chown(folder, "nobody")

    def run(program: str, *arguments: str) -> None:
        command = [str(programs / program), "-D", str(data), *arguments]
        # A server that goes on would keep the pipes open.
        with open(folder / "output", "w+", encoding="utf-8") as output:
            ended = subprocess.run(command, cwd=folder, stdout=output, stderr=output, **options)
            output.seek(0)
            assert ended.returncode == 0, f"{' '.join(command)}: {output.read()}"

    try:
        run("initdb", "-A", "trust", "-U", "orders", "-E", "UTF8", "--locale=C", "--no-sync")
        run("pg_ctl", "-w", "-l", str(folder / "log"), "-o", f"{OPTIONS} -c unix_socket_directories={folder}", "start")
        try:
            yield f"postgresql+psycopg://orders@/postgres?host={folder}"
        finally:
            run("pg_ctl", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _folder(build: Path) -> Path:
    """A new folder in `build`; elsewhere if the server's user could not come there, or the path is too long for a
    socket."""
    build.mkdir(exist_ok=True)
    is_open = os.getuid() != 0 or all(each.stat().st_mode & 0o005 == 0o005 for each in (build, *build.parents))
    return Path(mkdtemp(prefix="postgres-", dir=build if is_open and len(str(build)) + 20 <= LONGEST else None))
