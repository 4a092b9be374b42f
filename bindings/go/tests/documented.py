"""documented.py FILE...: exported declarations at the top level that have no comment above them are an error."""

import re
import sys

DECLARATION = re.compile(r"(func (\(\w+ \*?[A-Z][^)]*\) )?[A-Z]|type [A-Z]|(var|const) ([A-Z]|\())")


def main() -> None:
    missing, found = [], 0
    for path in sys.argv[1:]:
        if path.endswith("_test.go"):
            continue
        before = ""
        for number, line in enumerate(open(path, encoding="utf-8"), 1):
            if DECLARATION.match(line):
                found += 1
                if not before.startswith("//"):
                    missing.append(f"{path}:{number}: {line.strip()}")
            before = line
    if missing or found < 150:
        sys.exit("\n".join(["without a comment:", *missing, f"{found} declarations"]))
    print(f"{found} exported declarations have comments")


main()
