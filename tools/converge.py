#!/usr/bin/env python3
"""Tells the error of a scene's spacing of elements from that of its time step, by five runs of `ringlet run`.

    tools/converge.py collide --elements 2048 --until 0.3
    tools/converge.py my.toml --until 0.2 --dt 0.01 --json -- --precision double --backend cpu
    tools/converge.py --collision 2048 4096 8192

Run 1 is the scene as it is; the others have half and twice the spacing h (filaments, half and a quarter; where half the
spacing needs more than --most-elements, twice and four times), and half and twice the time step. Three widths w give
order and limit of v = limit + C w^order for energy, enstrophy, and position and speed of each ring or vortex; the bar
is 1.25 times what is left of the smallest width (Roache 1997). Where values approach no limit the order is none, and
the bar is what the last two values differ by. Options behind -- are those of `ringlet run`. --collision tells how the
error of `ringlet verify`'s oblique collision falls with the spacing. Needs the standard library only.
"""

import argparse
import csv
import json
import math
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import zipfile

MOST_STEPS = 200  # of a run without --until
CORES = ("gaussian", "gaussian8")


def fail(why):
    sys.exit(f"converge.py: {why}")


def ringlet(options, *words):
    """The report of a command as JSON. `verify` exits with 1 where a check fails, and still has one."""
    done = subprocess.run([options.ringlet, *map(str, words), "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=False)
    if not done.stdout or (words[0] == "run" and done.returncode != 0):
        fail(f"ringlet {words[0]}: {done.stderr.strip()}")
    return json.loads(done.stdout)


# ---- the scene: the text in a state has every key, also those that the program chose ---------------------------------


class SceneText:
    def __init__(self, text):
        tables = re.split(r"(?m)^(?=\[)", text)
        self.tables = [t for t in tables if not re.match(r"\[\[(tracers|emitter)", t)]  # which move nothing

    def kinds(self):
        return [re.match(r"\[+([\w.]+)", t).group(1) for t in self.tables if t.startswith("[[")]

    def values(self, table, key):
        """The values of a key, one for each table of that name."""
        found = []
        for text in self.tables:
            if re.match(rf"\[+{table}\]", text):
                match = re.search(rf"(?m)^{key} = (.*)$", text)
                found.append(match and json.loads(match.group(1)))
        return found

    def value(self, table, key):
        return (self.values(table, key) or [None])[0]

    def changed(self, changes):
        """The text with {(table, key): value}; None takes a line out."""
        text = list(self.tables)
        for (table, key), value in changes.items():
            line = "" if value is None else f"{key} = {json.dumps(value)}\n"
            for i, part in enumerate(text):
                if part.startswith(f"[{table}]"):
                    rest = re.sub(rf"(?m)^{key} = .*\n", "", part)
                    text[i] = rest.replace(f"[{table}]\n", f"[{table}]\n{line}", 1)
        return "".join(text)


def first_radius(archive):
    data = archive.read("element_core_radius.npy")
    start = 10 + struct.unpack("<H", data[8:10])[0]
    return struct.unpack_from("<f" if b"<f4" in data[:start] else "<d", data, start)[0]


class Plan:
    """The scene as run 1 has it, and how the runs differ."""

    def __init__(self, options, folder):
        state = folder / "base.ringlet"
        words = [w for name in ("elements",) if getattr(options, name) for w in (f"--{name}", getattr(options, name))]
        report = ringlet(options, "run", options.scene, "--frames", 1, "--tracers", 0, "--checkpoint", state, *words,
                         *options.others)
        with zipfile.ZipFile(state) as archive:
            saved = json.loads(archive.read("state.json"))
            self.sigma = first_radius(archive) if saved["elements"] else 0
        self.name, self.notes, self.scene = saved["scene_name"], [], SceneText(saved["scene"])
        self.elements = saved["elements"]
        self.dt = options.dt or self.scene.value("physics", "dt")
        self.gpu = report["last_step"]["backend"] == "cuda"
        self.refuse(saved)
        self.find_dimension()
        self.find_steps(options)
        self.choose(options)

    def refuse(self, saved):
        if saved["given"]:
            fail(f"{self.name}: has elements from a file, whose number is fixed; allowed: rings, knots and vortices")
        if self.elements == 0:
            fail(f"{self.name}: begins without elements: there is nothing to compare")
        if self.dt < 0:
            fail(f"{self.name}: runs backwards in time; allowed: a dt of more than 0")
        if self.scene.value("physics", "courant"):
            self.notes.append("courant is left out: all steps are of one length")

    def find_dimension(self):
        """The number of elements is proportional to h^-dimension: lines of one element across have 1."""
        self.plane = self.scene.value("physics", "space") == "plane"
        self.lattice = self.scene.value("physics", "redistribution") != "off"
        profiles = [p for kind in dict.fromkeys(self.scene.kinds()) for p in self.scene.values(kind, "profile") if p]
        lines = profiles.count("filament")
        if lines and not self.lattice and lines < len(profiles):
            fail(f"{self.name}: filaments beside filled cores have no spacing in common; allowed: one of the two, or "
                 "redistribution")
        self.dimension = 2 if self.plane else 1 if lines and not self.lattice else 3
        if self.dimension == 1:
            self.notes.append(f"filaments keep sigma = {self.sigma:.6g} in all runs")

    def find_steps(self, options):
        film = {key: self.scene.value("film", key) for key in ("seconds", "fps", "time_per_second", "steps_per_frame")}
        pace = film["time_per_second"] or self.dt * film["steps_per_frame"] * film["fps"]
        until = options.until or film["seconds"] * pace
        self.steps = 2 * max(1, round(until / (2 * self.dt)))
        if not options.until and self.steps > MOST_STEPS:
            self.notes.append(f"stops after {MOST_STEPS} of the film's {self.steps} steps; --until sets another end")
            self.steps = MOST_STEPS
        for kind in dict.fromkeys(self.scene.kinds()):
            for start in self.scene.values(kind, "start"):
                if start and start < self.steps * self.dt:
                    fail(f"{self.name}: a ring joins at t = {start:.6g}; allowed: --until of at most that")

    def elements_at(self, spacing):
        return max(1, round(self.elements * spacing ** -self.dimension))

    def choose(self, options):
        filaments = self.dimension == 1  # wider ones would come apart
        most = options.most_elements or (1 << 19 if self.gpu else 1 << 15)
        finest = 0.25 if filaments else 0.5
        fits = self.elements_at(finest) <= most
        if not fits and filaments:
            fail(f"{self.name}: a quarter of the spacing takes {self.elements_at(finest)} elements; allowed: {most} "
                 "(--most-elements, --elements)")
        if not fits:
            self.notes.append(f"half the spacing takes {self.elements_at(finest)} elements, more than {most}: twice "
                              "and four times as wide instead (--most-elements, --elements)")
        self.runs = [(1, 1), (0.5 if filaments else 2, 1), (finest if fits else 4, 1), (1, 2), (1, 0.5)]
        self.by_spacing = [0, 1, 2] if filaments else [1, 0, 2] if fits else [2, 1, 0]
        self.by_step = [3, 0, 4]

    def text(self, spacing, step):
        steps = round(self.steps / step)
        physics = {"dt": self.dt * step, "courant": 0}
        often, h = self.scene.value("physics", "redistribution"), self.scene.value("physics", "spacing")
        budget = self.scene.value("physics", "element_budget")
        if isinstance(often, int):
            physics["redistribution"] = max(1, round(often / step))
        if h:
            physics["spacing"] = h * spacing
        if budget:
            physics["element_budget"] = math.ceil(budget * spacing ** -self.dimension)
        if self.dimension == 1:
            physics.update(overlap=None, sigma=self.sigma)
        elif self.plane and not h and self.scene.value("physics", "sigma"):
            physics["sigma"] = self.scene.value("physics", "sigma") * spacing
        changes = {("physics", key): value for key, value in physics.items()}
        changes.update({("particles", "elements"): self.elements_at(spacing), ("particles", "tracers"): 0,
                        ("film", "steps_per_frame"): steps, ("film", "time_per_second"): None})
        return self.scene.changed(changes)


def run(options, plan, folder, spacing, step):
    """The numbers at the end of a run: two frames, all steps between them."""
    scene, table = folder / f"{plan.name}.toml", folder / "rows.csv"
    scene.write_text(plan.text(spacing, step), encoding="utf-8")
    report = ringlet(options, "run", scene, "--frames", 2, "--diagnostics", table, "--force", *options.others)
    if report["failure"]:
        fail(f"{plan.name}: with spacing {spacing:g} h and dt = {plan.dt * step:.6g}: {report['failure']}")
    with open(table, newline="", encoding="utf-8") as rows:
        header, *lines = list(csv.reader(rows))
    values = {}
    for name, first, last in zip(header, lines[0], lines[-1]):
        match = re.fullmatch(r"(energy|enstrophy|ring\d+_(?:position|speed)|vortex\d+_[xy]) \[(.*)\]", name)
        if match:
            values[re.sub(r"(\d+)_", r" \1 ", match.group(1))] = (float(last or "nan"), match.group(2))
        if name.startswith("elements"):
            count = int(float(first))
    h = json.loads(re.search(r"(?m)^spacing = (.*)$", scene.read_text(encoding="utf-8")).group(1))
    if report["lattice"]["coarsenings"]:
        plan.notes.append(f"with {count} elements the budget made the lattice coarser on the way: a larger "
                          "element_budget keeps it")
    return {"elements": count, "spacing": h if plan.lattice else None, "time_step": plan.dt * step,
            "steps": round(plan.steps / step), "seconds": report["seconds"]["total"], "values": values}


# ---- limits ----------------------------------------------------------------------------------------------------------


def ratio_of(width, order):
    a, b = (width[0] / width[2]) ** order, (width[1] / width[2]) ** order
    return (a - b) / (b - 1)


def extrapolate(width, value):
    """(order, limit, bar) of three values whose widths decrease; order nan where they approach no limit."""
    low, high = 0.5, 12.0
    first, second = value[0] - value[1], value[1] - value[2]
    ratio = first / second if second else math.nan
    if not ratio_of(width, low) <= ratio <= ratio_of(width, high):
        return math.nan, value[2], abs(second) if math.isfinite(first) else math.nan
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if ratio_of(width, middle) < ratio else (low, middle)
    step = second / ((width[1] / width[2]) ** low - 1)
    return low, value[2] - step, 1.25 * abs(step)


def quantities(plan, flows):
    def width(k):
        flow, base = flows[k], flows[0]
        if flow["spacing"]:
            return flow["spacing"] / base["spacing"]
        return (flow["elements"] / base["elements"]) ** (-1 / plan.dimension)

    rows = []
    for name, (value, unit) in flows[0]["values"].items():
        parts = {}
        for part, order, widths in (("spacing", plan.by_spacing, [width(k) for k in plan.by_spacing]),
                                    ("time_step", plan.by_step, [plan.runs[k][1] for k in plan.by_step])):
            order, limit, bar = extrapolate(widths, [flows[k]["values"].get(name, (math.nan,))[0] for k in order])
            parts[part] = {"order": order, "error": value - limit, "limit": limit, "error_bar": bar}
        rows.append({"name": name, "unit": unit, "value": value, **parts,
                     "limit": parts["spacing"]["limit"] + parts["time_step"]["limit"] - value,
                     "error_bar": parts["spacing"]["error_bar"] + parts["time_step"]["error_bar"]})
    return rows


def number(value, form):
    return format(value, form) if math.isfinite(value) else "none"


def show(plan, flows, rows):
    print(f"{plan.name} to t = {plan.steps * plan.dt:.6g}\n")
    print(" run   elements      spacing           dt    steps  seconds")
    for k, flow in enumerate(flows):
        spacing = f"{flow['spacing']:.6g}" if flow["spacing"] else f"{plan.runs[k][0]:.3f} h"
        print(f"{k + 1:>4} {flow['elements']:>10} {spacing:>12} {flow['time_step']:>12.6g} {flow['steps']:>8} "
              f"{flow['seconds']:>8.1f}")
    print(f"\n{'':<18} {'run 1':>12} {'of spacing':>12} {'order':>7} {'of dt':>12} {'order':>7} {'limit':>12} "
          f"{'+-':>10} unit")
    for row in rows:
        parts = " ".join(f"{number(row[p]['error'], '+.2e'):>12} {number(row[p]['order'], '.2f'):>7}"
                         for p in ("spacing", "time_step"))
        print(f"{row['name']:<18} {number(row['value'], '.6g'):>12} {parts} {number(row['limit'], '.6g'):>12} "
              f"{number(row['error_bar'], '.1e'):>10} {row['unit']}")
    for note in plan.notes:
        print(note)


def bare(value):
    """nan as null."""
    if isinstance(value, dict):
        return {key: bare(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [bare(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def converge(options):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        plan = Plan(options, folder)
        flows = [run(options, plan, folder, *widths) for widths in plan.runs]
    rows = quantities(plan, flows)
    if options.json:
        print(json.dumps(bare({"scene": plan.name, "time": plan.steps * plan.dt, "runs": flows, "quantities": rows,
                               "notes": plan.notes}), indent=2))
    else:
        show(plan, flows, rows)


# ---- a collision ----------------------------------------------------------------------------------------------------


def point(options, core, elements):
    """(h/R, largest error of the enstrophy) of the collision over its times."""
    check = ringlet(options, "verify", "--only", "collisions/oblique", "--elements", elements, "--core", core,
                    *options.others)["checks"]
    spacing, error = math.nan, 0.0
    for row in (row for one in check for row in one["measurements"]):
        if row["measured"] is None:
            fail(f"{elements} elements with {core}: the flow is lost; allowed: more")
        if row["name"].endswith("/spacing"):
            spacing = row["measured"] / 0.3
        if row["name"].endswith("/enstrophy"):
            error = max(error, abs(row["measured"] / row["expected"] - 1))
    return spacing, error


def collision(options):
    """How the error of `ringlet verify`'s oblique collision falls with the spacing."""
    print("core        elements    h/R   enstrophy")
    for core in CORES:
        for count in options.collision:
            spacing, error = point(options, core, count)
            print(f"{core:<10} {count:>9} {spacing:>6.3f} {100 * error:>9.2f} %", flush=True)


def main(arguments=None):
    words = list(sys.argv[1:] if arguments is None else arguments)
    others = words[words.index("--") + 1:] if "--" in words else []
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", nargs="?", help="name of a scene or path of a scene file; left out with --collision")
    parser.add_argument("--ringlet", default="ringlet", help="the program; default: ringlet")
    parser.add_argument("--until", type=float, help="simulated time; default: the scene's film, at most 200 steps")
    parser.add_argument("--dt", type=float, help="time step; default: the scene's")
    parser.add_argument("--elements", type=int, help="of run 1; default: as for run")
    parser.add_argument("--most-elements", type=int, help="of the finest run; default 524288 on a GPU, else 32768")
    parser.add_argument("--collision", type=int, nargs="+", metavar="ELEMENTS", help="errors of a collision instead")
    parser.add_argument("--json", action="store_true", help="report as JSON")
    options = parser.parse_args(words[:words.index("--")] if "--" in words else words)
    options.others = others
    if bool(options.scene) == bool(options.collision):
        parser.error("give a SCENE or --collision ELEMENTS...")
    collision(options) if options.collision else converge(options)


if __name__ == "__main__":
    main()
