#!/usr/bin/env python3
"""Writes the measured tables of docs/physics.md anew, from `ringlet verify` and `ringlet run`.

    tools/physics_page.py --ringlet build/bin/ringlet docs/physics.md          takes some minutes on two cores
    tools/physics_page.py --numbers verify.json --errors errors.json PAGE      from what was measured before

`verify.json` is the output of `ringlet verify --json`, `errors.json` that of --print-errors. The tables stand between
comments of the page, `<!-- measured: NAME -->` and `<!-- end -->`. Needs the standard library only.
"""

import argparse
import json
import math
import re
import subprocess
import sys

# Tolerance and precision of the rows of `errors`.
ERRORS = [("1e-2", "float"), ("1e-3", "float"), ("1e-4", "float"), ("1e-5", "float"), ("1e-6", "float"),
          ("1e-6", "double"), ("1e-8", "double"), ("1e-10", "double")]


def call(ringlet, *words):
    """The report of a command. Exit code 1, of a check that fails, still has one."""
    done = subprocess.run([ringlet, *words, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False)
    if not done.stdout:
        sys.exit(f"physics_page.py: ringlet {' '.join(words)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def checks_of(ringlet, only=()):
    return call(ringlet, "verify", *(["--only", *only] if only else []))["checks"]


def error_of(ringlet, tolerance, precision):
    return call(ringlet, "run", "leapfrog", "--frames", "1", "--elements", "8192", "--tracers", "65536", "--tolerance",
                tolerance, "--precision", precision)


def number(value, row):
    """As `ringlet verify` prints it: with the decimals that the tolerance needs, or as an error."""
    if value is None:
        return "none"
    if row["expected"] == 0:
        return "0" if value == 0 else f"{value:.1e}"
    if row["pass"] is None:
        return f"{value:.5g}"
    decimals = math.ceil(-math.log10(row["tolerance"])) + 1 if row["tolerance"] > 0 else 12
    return f"{value:.{min(max(decimals, 0), 12)}f}"


def table(titles, rows):
    def line(row):
        return "| " + " | ".join(row) + " |"

    return "\n".join([line(titles), "|---" * len(titles) + "|", *map(line, rows)])


def by_check(rows, names):
    """The numbers of each check, [(check, [(name of the number, row)])]."""
    found = {name: [] for name in names}
    for row in rows:
        check = max((name for name in names if row["name"] == name or row["name"].startswith(name + "/")), key=len)
        found[check].append((row["name"][len(check) + 1:], row))
    return list(found.items())


def numbers_table(rows, names):
    def once(parts):
        return parts[0] if len(set(parts)) == 1 else ", ".join(parts)

    lines = []
    for check, numbers in by_check(rows, names):
        of = ", ".join(name + ("" if row["unit"] in ("", "1") else f" [{row['unit']}]") for name, row in numbers)
        lines.append([f"`{check}`", of.strip(), ", ".join(number(row["measured"], row) for _, row in numbers),
                      ", ".join(number(row["expected"], row) for _, row in numbers),
                      once(["" if row["pass"] is None else f"{row['tolerance']:.1e}" for _, row in numbers])])
    failed = sum(row["pass"] is False for row in rows)
    return (f"{len(names)} checks with {len(rows)} numbers; {'all pass' if failed == 0 else f'{failed} fail'}.\n\n" +
            table(["check", "numbers", "measured", "expected", "tolerance"], lines))


def errors_table(reports):
    def how(report):
        step = report["last_step"]
        if any(step["mesh"]):
            return "a mesh of " + " x ".join(map(str, step["mesh"])) + (f", p = {step['order']}" if step["order"] else "")
        return f"p = {step['order']}, theta = {step['theta']:.2f}"

    rows = [[tolerance, precision, how(report), f"{report['error']['relative_l2']:.1e}",
             f"{report['error']['maximum']:.1e}"] for (tolerance, precision), report in zip(ERRORS, reports)]
    return table(["tolerance", "precision", "summed by", "measured error", "largest error of a target"], rows)


def names_of(ringlet):
    """The quick checks, in their order."""
    listed = subprocess.run([ringlet, "verify", "--list"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return [line for line in listed.splitlines() if not line.startswith(" ") and not line.endswith(" (long)")]


def replaced(page, name, text):
    mark = f"<!-- measured: {name} -->"
    if page.count(mark) != 1:
        sys.exit(f"physics_page.py: the page has no single {mark}")
    return re.sub(re.escape(mark) + r"\n.*?<!-- end -->", lambda _: f"{mark}\n\n{text}\n\n<!-- end -->", page, flags=re.S)


def part(page, name):
    """What stands between the comments of that name."""
    return re.search(rf"<!-- measured: {name} -->\n(.*?)\n<!-- end -->", page, flags=re.S).group(1).strip()


def main(arguments):
    parser = argparse.ArgumentParser(description="measured tables of docs/physics.md")
    parser.add_argument("page")
    parser.add_argument("--ringlet", default="ringlet")
    parser.add_argument("--numbers", help="output of ringlet verify --json, in place of a run")
    parser.add_argument("--errors", help="reports of --print-errors, in place of runs")
    parser.add_argument("--print-errors", action="store_true", help="print the reports and leave the page alone")
    given = parser.parse_args(arguments)
    if given.errors:
        with open(given.errors, encoding="utf-8") as file:
            errors = json.load(file)
    else:
        errors = [error_of(given.ringlet, *row) for row in ERRORS]
    if given.print_errors:
        print(json.dumps(errors))
        return
    if given.numbers:
        with open(given.numbers, encoding="utf-8") as file:
            rows = json.load(file)["checks"]
    else:
        rows = checks_of(given.ringlet)
    with open(given.page, encoding="utf-8") as file:
        page = file.read()
    page = replaced(page, "numbers", numbers_table(rows, names_of(given.ringlet)))
    page = replaced(page, "errors", errors_table(errors))
    with open(given.page, "w", encoding="utf-8") as file:
        file.write(page)


if __name__ == "__main__":
    main(sys.argv[1:])
