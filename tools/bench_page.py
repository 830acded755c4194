#!/usr/bin/env python3
"""Rows of `ringlet bench` as a page, papers' tables measured anew, and a search for the best parameters.

    tools/bench_page.py rows > rows.json        every set at the usual sizes
    tools/bench_page.py papers > papers.json    all tables of bench_papers.py, or those named
    tools/bench_page.py tuning > tuning.json    the program's choice against the best parameters
    tools/bench_page.py page rows.json papers.json tuning.json > docs/benchmarks.md

Each row is one call of `ringlet bench --json` (--ringlet PATH, --backend, --threads). The page has a section for each
machine with the contents of all its files. Needs the standard library only.
"""

import argparse
import json
import statistics
import subprocess
import sys

from bench_papers import PAPERS, ms


class Machine:
    """Calls `ringlet bench`; a row has at most `most` elements and targets together."""

    def __init__(self, ringlet, backend="auto", threads=0, most=0):
        self.command = [ringlet, "bench", "--json", "--backend", backend, "--threads", str(threads)]
        self.info = self.call(["--workload", "cube", "--sizes", "256:0", "--repeat", "1"])["machine"]
        self.gpu = self.info["backend"] == "cuda"
        self.most = most or (1 << 25 if self.gpu else 1 << 18)

    def call(self, flags):
        done = subprocess.run(self.command + flags, stdout=subprocess.PIPE, check=False)
        if done.returncode != 0:
            sys.exit(f"bench_page.py: {' '.join(self.command + flags)} failed")
        return json.loads(done.stdout)

    def fits(self, elements, targets):
        return elements + targets <= self.most

    def largest(self, wanted, sets=2):
        """`wanted`, halved until `sets` sets of so many points fit (2: elements and targets)."""
        while wanted > 1 and sets * wanted > self.most:
            wanted //= 2
        return wanted

    def bench(self, workload, elements, targets=0, direct=False, **flags):
        """A row; None if it is too large. Flags as on the command line: order=8 is --order 8."""
        if not self.fits(elements, targets):
            return None
        words = ["--workload", workload, "--sizes", f"{elements}:{targets}"]
        flags = {"repeat": 5, "stretching": "off", **flags}
        for name, value in flags.items():
            words += ["--" + name.replace("_", "-")] + ([] if value is True else [str(value)])
        return self.call(words + ([] if direct else ["--no-direct"]))["rows"][0]


# ---- the best parameters ---------------------------------------------------------------------------------------------

ORDERS, ANGLES = [4, 5, 6, 8, 10, 12], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3]
TUNED = [("rings", "thin", 15), ("rings", "overlapped", 15), ("cube", "thin", 1), ("sphere", "thin", 1),
         ("plummer", "thin", 1), ("filament", "overlapped", 15), ("knot", "overlapped", 15),
         ("lattice", "overlapped", 15)]  # tracers an element


def search(m, workload, core, elements, targets):
    """The least time among orders, angles and leaves whose measured error keeps the tolerance: the widest angle of
    each order, then leaves for elements, then for points, while the time falls. At the end the chosen and the best
    parameters are timed again, alternately."""
    def timed(**tuning):
        return m.bench(workload, elements, targets, core=core, mesh="never", stretching="transpose", **tuning)

    def keeps(row):
        return row["error"] <= row["tolerance"]
    chosen = timed()
    names = ["order", "theta", "leaf_elements", "leaf_points"]
    best = {name: chosen[name] for name in names}
    least, widest = ms(chosen), 0
    for order in reversed(ORDERS) if chosen["order"] else []:
        for at in range(widest, len(ANGLES)):  # not wider than the angle that a higher order keeps
            row = timed(**{**best, "order": order, "theta": ANGLES[at]})
            if ms(row) > 1.8 * least:
                break
            if keeps(row):
                widest = at
                if ms(row) < least:
                    least, best = ms(row), {name: row[name] for name in names}
                break
    for name in names[2:] if chosen["order"] else []:
        for factor in [0.5, 2]:
            while (row := timed(**{**best, name: max(1, int(best[name] * factor))})) and ms(row) < least and keeps(row):
                least, best = ms(row), {name: row[name] for name in names}
    pairs = [(ms(timed()), ms(timed(**best))) for _ in range(3)]
    ours, theirs = (statistics.median(times) for times in zip(*pairs))
    return {"set": workload, "core": core, "ns": chosen["ns"], "nt": chosen["nt"], "chosen_ms": ours,
            "best_ms": min(ours, theirs), "error": chosen["error"], "chosen": {n: chosen[n] for n in names},
            "best": best}


def tuning_rows(m, powers):
    for workload, core, tracers in TUNED:
        for power in powers:
            elements = (1 << power) // (tracers + 1)
            if m.fits(elements, tracers * elements):
                yield search(m, workload, core, elements, tracers * elements)


# ---- the page --------------------------------------------------------------------------------------------------------

HEAD = """# Benchmarks

Made by `tools/bench_page.py` of what `ringlet bench --json` measured. Times are medians by the wall clock of steady
evaluations: from unsorted positions to the velocities of elements and targets and the elements' stretching. Errors are
relative L2 of the velocity against direct sums in double precision, `at most` their bound with 99 % confidence.
`direct/fmm` compares with the direct sum on the same backend. `mesh`: the sum went over a mesh. The sets are those of
[fmm/workloads.h](../fmm/include/fmm/workloads.h).
"""


def number(value):
    if value is None:
        return "-"
    return value if isinstance(value, str) else f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def table(titles, rows):
    """Columns whose title ends with a colon have numbers."""
    lines = [[title.rstrip(":") for title in titles], ["---:" if title.endswith(":") else "---" for title in titles]]
    return "".join("| " + " | ".join(cells) + " |\n" for cells in lines + list(rows)) + "\n"


def time_table(rows):
    def cells(row):
        alone = row["evaluates"].endswith("at targets")
        return [row["workload"] + (", targets alone" if alone else ""), str(row["ns"]), str(row["nt"]),
                row["core"] + (", mesh" if row.get("mesh") else ""), row["precision"], f"{row['tolerance']:.0e}",
                f"{row['total_ms']:.4g}", f"{100 * row['spread']:.0f} %", f"{row['error']:.1e}",
                f"{row['error_bound']:.1e}", number(row.get("speedup"))]
    return table(["set", "elements:", "targets:", "core", "precision", "tolerance:", "ms:", "spread:", "error:",
                  "at most:", "direct/fmm:"], map(cells, rows))


def tuning_table(rows):
    sets = {}
    for row in rows:
        sets.setdefault((row["set"], row["core"]), []).append(row)

    def joined(cases, text):
        return ", ".join(map(text, cases))
    return table(["set", "core", "elements + targets", "chosen ms", "least ms", "ratio"],
                 ([name, core, joined(cases, lambda r: f"{r['ns']} + {r['nt']}"),
                   joined(cases, lambda r: number(r["chosen_ms"])), joined(cases, lambda r: number(r["best_ms"])),
                   joined(cases, lambda r: f"{r['chosen_ms'] / r['best_ms']:.2f}")]
                  for (name, core), cases in sets.items()))


def paper_table(papers):
    rows = []
    for name, made in papers.items():
        source, printed_for, _ = PAPERS[name]
        measured = [one for one in made if one["ours"]]
        for one in measured:
            first = one is measured[0]
            what = one["what"] + (f" [{one['unit']}]" if one["unit"] else "")
            values = ", ".join(str(value) for value in one["values"] if value != "")
            errors = ", ".join(f"{e:.0e}" for e in one["errors"])
            known = any(p is not None for p in one["printed"])
            rows.append([f"{name}: {source}" if first else "", printed_for if first else "", what,
                         f"{one['by']} = {values}" if one["by"] else values, ", ".join(map(number, one["ours"])),
                         ", ".join(map(number, one["printed"])) if known else "-", errors or "-"])
    return table(["paper", "printed for", "what", "at", "here", "printed", "error here"], rows)


def machine_line(machine):
    line = f"On {machine['gpu']}, beside {machine['cpu']}" if machine.get("gpu") else f"On {machine['cpu']}"
    line += f", {machine['threads']} threads, {machine['simd']}"
    if machine.get("peak_gflops"):
        line += f"; peak {machine['peak_gflops']:.0f} Gflop/s, {machine['peak_is']}"
    return line + (f"; ringlet {machine['version']}" if machine.get("version") else "") + ".\n\n"


def page(reports):
    machines = {}  # the first report of each, with the rows of all its reports
    for report in reports:
        key = tuple(report["machine"].get(part) for part in ["backend", "gpu", "cpu", "threads", "version"])
        merged = machines.setdefault(key, {"machine": report["machine"], "rows": [], "tuning": [], "papers": {}})
        for part in ["rows", "tuning"]:
            merged[part] += report.get(part, [])
        merged["papers"].update(report.get("papers", {}))
    text = HEAD
    for report in machines.values():
        text += "\n## On " + ("a GPU" if report["machine"]["backend"] == "cuda" else "the CPU") + "\n\n"
        text += machine_line(report["machine"])
        if report["rows"]:
            text += time_table(report["rows"])
        if report["tuning"]:
            text += "What the program chooses, against the least time of a search that keeps the tolerance:\n\n"
            text += tuning_table(report["tuning"])
        if report["papers"]:
            text += "Published tables and figures:\n\n" + paper_table(report["papers"])
        text = text.rstrip("\n") + "\n"
    return text


def read_report(path):
    try:
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
    except (OSError, ValueError) as problem:
        sys.exit(f"bench_page.py: {path}: {problem}")
    if not isinstance(report, dict) or not isinstance(report.get("machine"), dict):
        sys.exit(f"bench_page.py: {path}: is not what ringlet bench --json or this program prints")
    return report


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=["rows", "papers", "tuning", "page"])
    parser.add_argument("names", nargs="*", help="of papers' tables; of the page's files")
    parser.add_argument("--ringlet", default="ringlet", help="the program")
    parser.add_argument("--backend", default="auto", choices=["auto", "cpu", "cuda"])
    parser.add_argument("--threads", default=0, type=int)
    parser.add_argument("--most", default=0, type=int, help="elements and targets of a row of papers and tuning; default 2^25, CPU 2^18")
    given = parser.parse_args(arguments)
    if given.part == "page":
        sys.stdout.write(page([read_report(path) for path in given.names]))
        return
    unknown = [name for name in given.names if given.part != "papers" or name not in PAPERS]
    if unknown:
        parser.error(f"{unknown[0]} is not known; allowed: {', '.join(PAPERS)}")
    machine = Machine(given.ringlet, given.backend, given.threads, given.most)
    report = {"machine": machine.info}
    if given.part == "rows":
        report["rows"] = machine.call(["--workload", "all"])["rows"]
    elif given.part == "papers":
        report["papers"] = {name: list(PAPERS[name][2](machine)) for name in given.names or PAPERS}
    else:
        report["tuning"] = list(tuning_rows(machine, [12, 15, 18, 20, 22] if machine.gpu else [12, 15, 18]))
    json.dump(report, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main(sys.argv[1:])
