"""Tables and figures of papers that `ringlet bench` can measure anew: its calls, and the numbers printed in the papers.

Each function takes a Machine of bench_page.py and yields series: numbers by one parameter, with the paper's numbers if
its text has any. Rows that are too large for the machine are left out.
"""

import math

MEGA = 1 << 20
HU_ANGLE = 0.6  # about that of neighbours in the octree of the dissertation
STAGES = {"P2P": ["near"], "sort and connect": ["tree", "lists", "sort"], "M2L": ["transfer"],
          "P2M and M2M": ["upward"], "L2L and L2P": ["downward"]}
PAPERS = {}  # name: (source, printed for, function that yields series)


def paper(name, source, printed_for):
    def add(function):
        PAPERS[name] = (source, printed_for, function)
        return function
    return add


def ms(row):
    return row["total_ms"]


def error(row):
    return row["error"]


def stage_ms(row, names):
    return sum(row["stages"].get(name, 0) for name in names)


def structure_ms(row):
    return stage_ms(row, STAGES["sort and connect"])


def series(what, unit, by, values, measure, of=ms, printed=(), errors=True):
    """Numbers by one parameter. `measure` of a value is a row or a number; None ends the series. If `values` is a
    dictionary, its values are the paper's numbers."""
    printed = list(values.values()) if isinstance(values, dict) else list(printed)
    made = {"what": what, "unit": unit, "by": by, "values": [], "ours": [], "printed": [], "errors": []}
    for i, value in enumerate(values):
        row = measure(value)
        if row is None:
            break
        made["values"].append(value)
        made["ours"].append(of(row) if isinstance(row, dict) else row)
        made["printed"].append(printed[i] if i < len(printed) else None)
        if isinstance(row, dict) and errors:
            made["errors"].append(row["error"])
    return made


@paper("hu-t2.1", "Hu 2013, table 2.1", "GTX 480; Xeon X5560, one core")
def hu_structures(m):
    n = m.largest(MEGA)
    cpu, gpu = [223, 272, 431, 1808, 6789], [7.7, 13.9, 13.0, 34.6, 70.8]
    printed = [p * n / MEGA for p in (gpu if m.gpu else cpu)]

    def depth(level):  # leaves as large as those of a full octree
        leaf = max(1, math.ceil(1.5 * n / 8**level))
        return m.bench("cube", n, n, order=8, theta=HU_ANGLE, leaf_elements=leaf, leaf_points=2 * leaf)
    yield series(f"tree and lists, N = {n} (printed: 2^20, scaled)", "ms", "levels", [3, 4, 5, 6, 7], depth,
                 structure_ms, printed, errors=False)


@paper("hu-f2.6", "Hu 2013, figure 2.6", "GTX 480")
def hu_sphere(m):
    yield series("tree and lists on a sphere", "ms", "N", [4**k for k in range(5, 12)],
                 lambda n: m.bench("sphere", n, n), structure_ms, errors=False)


@paper("hu-t3.1", "Hu 2013, table 3.1", "a GPU of 2011")
def hu_biot_savart(m):
    printed = {1024: 136.1, 4096: 153.1, 16384: 215.7, 65536: 669.6, 262144: 975.4, 1048576: 2159.1}
    yield series("Biot-Savart kernel", "ms", "N", printed, lambda n: m.bench("cube", n, n))


@paper("hu-f3.3", "Hu 2013, figure 3.3", "a GPU of 2011")
def hu_profile(m):
    n = m.largest(MEGA)
    row = m.bench("cube", n, n)
    yield series(f"shares of the stages, N = {n}", "%", "", list(row["stages"]),
                 lambda stage: 100 * row["stages"][stage] / ms(row))


@paper("hu-f3.4", "Hu 2013, figure 3.4 and its text", "a GPU of 2011")
def hu_direct(m):
    yield series("direct/fmm", "", "N", [4**k for k in range(5, 11)],
                 lambda n: m.bench("cube", n, n, direct=True, repeat=3), lambda row: row["speedup"])
    yield series("10^7 particles", "ms", "", {"float": 7e3, "double": 16e3},
                 lambda kind: m.bench("cube", 10**7, 10**7, precision=kind))


@paper("hu-f3.5", "Hu 2013, figure 3.5", "a GPU of 2011")
def hu_errors(m):
    n = m.largest(1 << 16)
    for kind in ["float", "double"]:
        yield series(f"error of velocities, N = {n}, {kind}", "", "p", [4, 8, 12],
                     lambda p: m.bench("cube", n, n, order=p, theta=HU_ANGLE, precision=kind), error, errors=False)


@paper("hu-f3.10", "Hu 2013, figure 3.10 and its text", "a GPU of 2011")
def hu_frame(m):
    tracers = MEGA if m.gpu else MEGA // 8
    scale = tracers / MEGA
    yield series(f"two rings, 2^15 + {tracers}, p = 12, double; there with the drawing (printed: 2^20, scaled)", "ms",
                 "", {"": f"{1400 * scale:g} to {2500 * scale:g}"},
                 lambda _: m.bench("rings", 1 << 15, tracers, core="overlapped", precision="double", order=12,
                                   theta=HU_ANGLE, stretching="transpose"))


@paper("hu-t4.2", "Hu 2013, table 4.2", "Tesla C2050; Xeon E5504")
def hu_precisions(m):
    n = m.largest(MEGA)
    printed = {"float": ([370, 620, 1480, 2920], [2.8e-4, 1.4e-6, 2.5e-7, 1.2e-7]),
               "double": ([1360, 1400, 1490, 2950], [1.6e-4, 6.9e-7, 4.3e-8, 4.3e-9])}
    for kind, (times, errors) in printed.items():
        rows = {p: m.bench("cube", n, n, order=p, theta=HU_ANGLE, precision=kind) for p in [4, 8, 12, 16]}
        yield series(f"potential there, velocity here, N = {n}, {kind} (printed: 2^20, scaled)", "ms", "p", rows,
                     rows.get, ms, errors=False) | {"printed": [t * n / MEGA for t in times]}
        yield series(f"its error, {kind}", "", "p", rows, rows.get, error, errors=False) | {"printed": errors}


@paper("hu-t6.1", "Hu 2013, table 6.1", "Tesla C1060; two Xeon X5560")
def hu_cores(m):
    counts = [262144 << k for k in range(6)]
    printed = [("velocity", "thin", "off", [492, 356, 506, 1700, 2545, 3291]),
               ("velocity, Gaussian", "overlapped", "off", [1177, 537, 1330, 4931, 3611, 9317]),
               ("velocity + stretching", "thin", "transpose", [814, 436, 843, 2819, 2780, 5574]),
               ("velocity + stretching, Gaussian", "overlapped", "transpose", [1787, 818, 1989, 7376, 5569, 13980])]
    for what, core, kind, times in printed:
        yield series(what, "ms", "N", dict(zip(counts, times)),
                     lambda n: m.bench("cube", n, core=core, stretching=kind))


@paper("hu-t6.2", "Hu 2013, table 6.2", "Tesla C1060; two Xeon X5560")
def hu_node(m):
    part = 1 if m.gpu else 8
    printed = [("velocity + stretching", "transpose", [2110, 6930, 7820, 14640]),
               ("velocity", "off", [1420, 4800, 6910, 10040])]
    for what, kind, times in printed:
        yield series(f"one node, p = 12, {what}" + (" (printed: 8 N, over 8)" if part > 1 else ""), "ms", "N",
                     {(MEGA << k) // part: t / part for k, t in enumerate(times)},
                     lambda n: m.bench("cube", n, core="overlapped", order=12, theta=HU_ANGLE, stretching=kind))


@paper("hu-f6.5", "Hu 2013, figure 6.5 and its text", "two Tesla C1060")
def hu_stretching(m):
    n = m.largest(MEGA)
    yield series(f"with stretching over velocity alone, N = {n}", "", "", {"thin": 2.4 / 2, "overlapped": 2.4 / 3},
                 lambda core: ms(m.bench("cube", n, core=core, stretching="transpose")) / ms(m.bench("cube", n, core=core)))


@paper("hu-f6.6", "Hu 2013, figure 6.6", "Tesla C1060")
def hu_stretching_errors(m):
    n = m.largest(1 << 14, 1)
    rows = {p: m.bench("cube", n, core="overlapped", order=p, theta=HU_ANGLE, stretching="transpose")
            for p in [8, 12, 16]}
    for what in ["error", "stretching_error"]:
        yield series(f"{what.replace('_', ' ')}, N = {n}", "", "p", list(rows), lambda p: rows[p][what])


GOUDE = {"precision": "double", "tolerance": 1e-6}  # as the paper's p = 17
LEAVES = [16, 32, 64, 128, 256, 512]


def leaf_times(m, n, order=0):
    flags = {**GOUDE, "order": order, "theta": 0.5} if order else GOUDE
    return [ms(m.bench("plane-uniform", n, leaf_elements=leaf, leaf_points=leaf, **flags)) for leaf in LEAVES]


def goude_count(m):
    return 45 << 16 if m.gpu else 1 << 16


@paper("goude-5.1", "Goude and Engblom 2012, figure 5.2", "Tesla C2075; Xeon, one core")
def goude_population(m):
    n = goude_count(m)
    times = dict(zip(LEAVES, leaf_times(m, n)))
    yield series(f"time over the least, N = {n}", "", "leaf", LEAVES, lambda leaf: times[leaf] / min(times.values()))
    yield series("best leaf", "elements", "", {"": 45 if m.gpu else 35}, lambda _: min(times, key=times.get))


@paper("goude-t5.1", "Goude and Engblom 2012, table 5.1", "Tesla C2075")
def goude_shares(m):
    n = goude_count(m)
    row = m.bench("plane-uniform", n, **GOUDE)
    printed = {"P2P": 43, "sort and connect": 31, "M2L": 11, "P2M and M2M": 6, "L2L and L2P": 3}
    yield series(f"shares of the stages, N = {n}", "%", "", printed,
                 lambda stage: 100 * stage_ms(row, STAGES[stage]) / ms(row))


@paper("goude-5.2", "Goude and Engblom 2012, figure 5.4", "Tesla C2075")
def goude_orders(m):
    n = goude_count(m) // 4

    def best(p):
        times = leaf_times(m, n, p)
        return LEAVES[times.index(min(times))]
    yield series(f"best leaf, N = {n}", "elements", "p", [8, 16, 24, 32], best)


@paper("goude-5.3", "Goude and Engblom 2012, section 5.3", "Tesla C2075")
def goude_break_even(m):
    ratios = {}
    for n in [256 << k for k in range(10)]:
        row = m.bench("plane-uniform", n, direct=True, **GOUDE)
        if row is None:
            break
        ratios[n] = row["speedup"]
        if ratios[n] >= 1:
            break
    yield series("direct/fmm", "", "N", list(ratios), ratios.get)
    counts = list(ratios)
    if ratios[counts[-1]] >= 1 and len(counts) > 1:  # between the last two by the logarithm of both
        low, high = ratios[counts[-2]], ratios[counts[-1]]
        at = counts[-2] * 2 ** (math.log(1 / low) / math.log(high / low))
        yield series("break-even", "elements", "", {"": 3500 if m.gpu else None}, lambda _: at)


@paper("goude-5.4", "Goude and Engblom 2012, figures 5.8 and 5.9", "Tesla C2075; wanted: at most 2")
def goude_adaptivity(m):
    rows = {kind: {n: m.bench("plane-" + kind, n, **GOUDE) for n in [10**4, 10**5, 10**6, 10**7] if m.fits(n, 0)}
            for kind in ["uniform", "normal", "layer"]}
    yield series("uniform", "ms", "N", list(rows["uniform"]), rows["uniform"].get)
    for kind in ["normal", "layer"]:
        yield series(f"{kind} over uniform", "", "N", list(rows[kind]), rows[kind].get,
                     lambda row: ms(row) / ms(rows["uniform"][row["ns"]]))


@paper("yokota-t4", "Yokota 2012, table 4", "Xeon X5650, six cores")
def yokota_order_and_angle(m):
    n = m.largest(100_000, 1)
    printed = {1e-2: {4: (1.18, 12), 5: (1.23, 15), 6: (1.24, 26)}, 1e-3: {4: (0.78, 27), 5: (0.91, 24), 6: (0.94, 38)},
               1e-4: {4: (0.49, 85), 5: (0.62, 71), 6: (0.70, 73)}, 1e-5: {4: (0.20, 590), 5: (0.36, 210), 6: (0.45, 210)}}
    cases = {f"{wanted:.0e}/{p}": (wanted, p, *both) for wanted, orders in printed.items() for p, both in orders.items()}
    rows = {name: widest_angle(m, n, wanted, p) for name, (wanted, p, _, _) in cases.items()}
    cases = {name: case for name, case in cases.items() if rows[name]}
    yield series(f"widest angle, N = {n}; wider than 0.9 is not offered here", "", "error/p",
                 {name: case[2] for name, case in cases.items()}, rows.get, lambda row: row["theta"], errors=False)
    yield series("lists, M2L and P2P", "ms", "error/p", {name: case[3] for name, case in cases.items()}, rows.get,
                 lambda row: stage_ms(row, ["lists", "transfer", "near"]))


def widest_angle(m, n, wanted, order):
    """The row with the widest angle of 0.2, 0.25 ... 0.9 that keeps the error `wanted`, by bisection."""
    low, high, widest = -1, 15, None
    while high - low > 1:
        middle = (low + high) // 2
        row = m.bench("cube", n, repeat=1, tolerance=wanted, order=order, theta=(4 + middle) / 20, leaf_elements=30,
                      leaf_points=30)
        if row["error"] <= wanted:
            low, widest = middle, row
        else:
            high = middle
    return widest


@paper("yokota-t6", "Yokota 2012, table 6", "Xeon E5-2643, four cores")
def yokota_direct(m):
    n = m.largest(100_000, 1)
    row = m.bench("cube", n, solver="direct")
    yield series(f"direct sums, potential and force there, N = {n}", "ms", "", {"": 274 if n == 100_000 else None},
                 lambda _: row)
    yield series("the same", "Gpairs/s", "", {"": 321 / 20}, lambda _: row["near_gpairs_s"])


@paper("yokota-f1", "Yokota 2012, figure 1", "Xeon X5650, six cores")
def yokota_translation(m):
    n = m.largest(100_000, 1)
    yield series("one M2L", "us", "p", [4, 5, 6, 8, 10, 12, 14, 16],
                 lambda p: m.bench("cube", n, order=p, theta=0.5, leaf_elements=32, leaf_points=32),
                 lambda row: 1e6 / row["translations_s"], errors=False)


def cruz_translations(m, printed):
    n = m.largest(MEGA if m.gpu else 1 << 16)
    yield series("M2L, in the plane there", "10^6/s", "p", printed,
                 lambda p: m.bench("cube", n, order=p, theta=0.5, leaf_elements=32, leaf_points=32),
                 lambda row: 1e-6 * row["translations_s"], errors=False)


@paper("cruz-t2", "Cruz, Layton and Barba 2011, table 2", "Tesla C1060")
def cruz_tesla(m):
    yield from cruz_translations(m, {8: 163.31, 12: 80.05, 16: 51.14})


@paper("cruz-t3", "Cruz, Layton and Barba 2011, table 3", "Fermi C2050")
def cruz_fermi(m):
    yield from cruz_translations(m, {8: 160.35, 12: 79.77, 16: 54.49})


@paper("cruz-fgt", "Cruz, Layton and Barba 2011, table 5", "Fermi C2050; Nehalem, four cores")
def cruz_gauss(m):
    cpu, gpu = [2.64e5, 2.65e5, 2.78e5, 2.78e5, 2.80e5], [5.62e6, 6.13e6, 6.38e6, 6.47e6, 6.48e6]
    yield series("Gauss transform, series alone there, whole sums here", "points/s", "N",
                 dict(zip([25600 * 4**k for k in range(5)], gpu if m.gpu else cpu)),
                 lambda n: m.bench("cube", n, n, core="overlapped", vorticity=True),
                 lambda row: 1e3 * row["nt"] / ms(row))
