"""Write a tar archive so that its bytes depend on names and contents alone.

    repack.py ARCHIVE SECONDS [FOLDER PREFIX NAME...]

ARCHIVE, a .tar.gz, is written anew: members by their names, of nobody, with SECONDS since 1970 as their time. With FOLDER it is
made of these files and folders of FOLDER, which stand under PREFIX.
"""

from __future__ import annotations

import gzip
import io
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

Member = tuple[tarfile.TarInfo, "bytes | None"]


def members_of(archive: Path) -> Iterator[Member]:
    with tarfile.open(archive) as source:
        for member in source:
            file = source.extractfile(member) if member.isreg() else None
            yield member, file.read() if file else None


def members_from(folder: Path, prefix: str, names: list[str]) -> Iterator[Member]:
    for name in names:
        top = folder / name
        for path in [top] if top.is_file() else sorted(each for each in top.rglob("*") if each.is_file()):
            member = tarfile.TarInfo(f"{prefix}/{path.relative_to(folder)}")
            contents = path.read_bytes()
            member.size, member.mode = len(contents), 0o755 if path.stat().st_mode & 0o100 else 0o644
            yield member, contents


def write(archive: Path, seconds: int, members: list[Member]) -> None:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.PAX_FORMAT) as target:
        for member, contents in sorted(members, key=lambda each: each[0].name):
            if member.isdir():
                continue  # a folder is there because of its files; its time and its rights are of the machine
            member.mtime, member.uid, member.gid, member.uname, member.gname = seconds, 0, 0, "", ""
            member.mode = 0o777 if member.issym() else 0o755 if member.mode & 0o100 else 0o644
            member.pax_headers = {}
            target.addfile(member, None if contents is None else io.BytesIO(contents))
    with archive.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=seconds) as packed:
        packed.write(made.getvalue())


def main(arguments: list[str]) -> None:
    if len(arguments) == 2:
        archive, seconds = Path(arguments[0]), int(arguments[1])
        members = list(members_of(archive))
    elif len(arguments) > 4:
        archive, seconds = Path(arguments[0]), int(arguments[1])
        members = list(members_from(Path(arguments[2]), arguments[3], arguments[4:]))
    else:
        sys.exit(__doc__)
    if not members:
        sys.exit(f"{archive}: nothing to pack")
    write(archive, seconds, members)


if __name__ == "__main__":
    main(sys.argv[1:])
