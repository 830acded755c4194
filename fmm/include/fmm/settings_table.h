#pragma once

#include "fmm/report.h"
#include "fmm/setting.h"
#include "fmm/settings.h"

namespace fmm {

/// Limits of the tolerance: the finest for sums in double and direct sums (which ignore it), for plane flows in double,
/// and for the FMM in float; then the coarsest.
constexpr double kFinestTolerance = 1e-10, kFinestToleranceInPlane = 1e-12, kFinestToleranceInFloat = 1e-6,
                 kCoarsestTolerance = 0.1;

/// The finest tolerance that these settings may ask for.
constexpr double finestTolerance(const FieldSettings& settings) {
  const bool inFloat = settings.precision == Precision::single && settings.solver == SolverKind::fmm;
  if (inFloat) return kFinestToleranceInFloat;
  return settings.space == Space::plane ? kFinestToleranceInPlane : kFinestTolerance;
}

/// Settings of the field. A change makes the solver choose its parameters anew.
inline constexpr auto kFieldSettings = settingTable<FieldSettings>(
    Setting{&FieldSettings::space, "space", "space", "Space", "", Range{},
            "Flow in space, or a plane flow of straight vortices (plane), in which nothing stretches."},
    Setting{&FieldSettings::regularisation, "regularisation", "regularisation", "Core function", "", Range{},
            "How vorticity is spread within an element, so that the velocity stays finite at its centre; gaussian8 "
            "blurs wide cores least, gaussian most, and rosenhead needs the direct sum."},
    Setting{&FieldSettings::solver, "solver", "solver", "Solver", "", Range{},
            "The fast multipole method sums distant elements in groups; the direct sum takes every pair and is the "
            "reference."},
    Setting{&FieldSettings::tolerance, "tolerance", "tolerance", "Tolerance", "",
            Range{kFinestToleranceInPlane, kCoarsestTolerance},
            "Relative error (L2) of the velocities that the fast multipole method may make: smaller values take "
            "longer, and the least in space is 1e-10."},
    Setting{&FieldSettings::precision, "precision", "precision", "Precision", "", Range{},
            "Numbers of 7 digits (float) or 16 (double) in all sums; positions and strengths keep 16."},
    Setting{&FieldSettings::backend, "backend", "backend", "Backend", "", Range{},
            "Where to compute: on the CPU, on the GPU (cuda), or on the GPU if there is one (auto)."},
    Setting{&FieldSettings::threads, "threads", "threads", "Threads", "", Range{0, 1024}, "CPU threads; 0 = all cores.",
            Kept::inStates},
    Setting{&FieldSettings::ground, "ground", "ground", "Ground plane", "L", Range{},
            "A plane that no fluid passes: the flow below is the mirror image.", Kept::inStates},
    Setting{&FieldSettings::order, "order", "order", "Order p", "",
            zeroOr("chosen by the program", 4, mostOrder(Space::plane)),
            "Order p of the expansions: the error falls and the time grows with it; 16 is the most in space."},
    Setting{&FieldSettings::theta, "theta", "theta", "Angle \u03b8", "", zeroOr("chosen by the program", 0.2, 0.9),
            "Opening angle: cells that appear smaller than this are summed through expansions."},
    Setting{&FieldSettings::leafElements, "leaf_elements", "leafElements", "Leaf elements", "",
            zeroOr("chosen by the program", 1, 1 << 20), "Largest number of elements in a leaf of the tree."},
    Setting{&FieldSettings::leafPoints, "leaf_points", "leafPoints", "Leaf points", "",
            zeroOr("chosen by the program", 1, 1 << 20),
            "Largest number of elements and tracers in a leaf of the tree."},
    Setting{&FieldSettings::mesh, "mesh", "mesh", "Mesh", "", Range{},
            "Sums overlapping Gaussian cores of one radius over a mesh, by Fourier transforms: where that is faster "
            "(auto), never, or wherever possible (always)."},
    Setting{&FieldSettings::strict, "strict", "strict", "Strict", "", Range{},
            "Treats velocities whose error may be above the tolerance as a failure, not only as worth a warning.",
            Kept::inStates});

/// Settings of the motion in the field.
inline constexpr auto kMotionSettings = settingTable<MotionSettings>(
    Setting{&MotionSettings::timeStep, "dt", "timeStep", "Time step", "T", nonZero(-1e12, 1e12),
            "Time step dt: short steps follow tight turns more closely."},
    Setting{&MotionSettings::courant, "courant", "courant", "Courant", "", zeroOr("fixed steps", 0.001, 2),
            "Largest turn [rad] or relative stretch of an element in one step, about."},
    Setting{&MotionSettings::integrator, "integrator", "integrator", "Integrator", "", Range{},
            "Time integration: Euler is fast and drifts; Runge-Kutta of order 2, 3 or 4 takes as many evaluations a "
            "step and is more accurate."},
    Setting{&MotionSettings::stretching, "stretching", "stretching", "Stretching", "", Range{},
            "Form of the stretching term: how the velocity gradient turns and lengthens vortex elements."},
    Setting{&MotionSettings::formulation, "formulation", "formulation", "Formulation", "", Range{},
            "What a stretched element keeps: its core radius (classic), or its mass and part of its angular momentum, "
            "so that its core thins (reformulated)."},
    Setting{&MotionSettings::viscosity, "viscosity", "viscosity", "Viscosity \u03bd", "L\u00b2/T", Range{0, 1e12},
            "Kinematic viscosity: the area \u03c0 a\u00b2 of a Gaussian vortex grows by 4 \u03c0 \u03bd in a unit of "
            "time."},
    Setting{&MotionSettings::diffusion, "diffusion", "diffusion", "Diffusion", "", Range{},
            "How vorticity spreads: cores widen, or strengths go to the next nodes of a lattice with every step."},
    Setting{&MotionSettings::relaxation, "relaxation", "relaxation", "Relaxation f", "1/T", Range{0, 1e12},
            "Rate at which strengths turn towards the vorticity."},
    Setting{&MotionSettings::elementBudget, "element_budget", "elementBudget", "Budget", "",
            zeroOr("chosen by the program", 0, LatticeReport::kMostBudget),
            "Largest number of elements that redistribution may make."},
    Setting{
        &MotionSettings::redistribution, "redistribution", "redistribution", "Redistribution", "", Range{},
        "When elements are redistributed onto a lattice, so that cores keep overlapping: off, auto (before neighbours "
        "part), or every N steps; lattice diffusion does it in every step."},
    Setting{&MotionSettings::spacing, "spacing", "spacing", "Spacing h", "L",
            zeroOr("chosen by the program", 1e-12, 1e12), "Distance between the lattice's nodes."},
    Setting{&MotionSettings::latticeOverlap, "lattice_overlap", "latticeOverlap", "Lattice overlap", "", Range{0.5, 10},
            "Core radius of an element over the lattice's spacing.", Kept::inStates},
    Setting{&MotionSettings::nodeThreshold, "node_threshold", "nodeThreshold", "Node threshold", "", Range{0, 0.1},
            "Nodes weaker than this fraction of the strongest one pass their strength to their neighbours."},
    Setting{&MotionSettings::stream, "stream", "stream", "Stream", "L/T", Range{-1e12, 1e12},
            "Velocity of a uniform stream, which carries all elements and tracers along."},
    Setting{&MotionSettings::divergenceRemoval, "divergence_removal", "divergenceRemoval", "Remove divergence", "",
            Range{}, "Removes divergence from the vorticity after each redistribution."},
    Setting{&MotionSettings::wall, "wall", "wall", "Wall", "", Range{},
            "Whether the fluid slips along the ground or sticks to it (no-slip) and sheds vorticity; no-slip needs "
            "viscosity on a lattice.",
            Kept::inStates},
    Setting{&MotionSettings::heat, "heat", "heat", "Carry heat", "", Range{},
            "Elements carry heat, which rises and so makes vorticity; it needs a lattice."},
    Setting{&MotionSettings::diffusivity, "diffusivity", "diffusivity", "Diffusivity \u03ba", "L\u00b2/T",
            zeroOr("viscosity / prandtl", 0, 1e12),
            "Diffusivity of heat: the square of a warm spot's width grows by "
            "2 \u03ba along each axis in a unit of time."},
    Setting{&MotionSettings::prandtl, "prandtl", "prandtl", "Prandtl number", "", Range{1e-6, 1e9},
            "Viscosity over the diffusivity of heat, where no diffusivity is given."},
    Setting{&MotionSettings::up, "up", "up", "Up", "", Range{-1e12, 1e12},
            "Direction in which warm fluid rises; 0 = z, in the plane y."},
    Setting{&MotionSettings::heatSources, "heat_sources", "heatSources", "Heat sources", "", Range{},
            "Warm and cold regions, and where heat is given to the fluid.", Kept::inStates},
    Setting{&MotionSettings::bodies, "bodies", "bodies", "Bodies", "", Range{},
            "Rigid bodies, which the fluid sticks to.", Kept::inStates},
    Setting{&MotionSettings::wakeLength, "wake_length", "wakeLength", "Wake length", "",
            zeroOr("it never fades", 1, 1e6),
            "Distance from all bodies beyond which vorticity in a stream fades, in lengths of the largest body."});

/// All of Settings, the motion first.
inline constexpr auto kSettings = std::tuple_cat(kMotionSettings, kFieldSettings);
static_assert(settingsDiffer(kSettings), "each setting has a key and a name of its own");

constexpr const auto& settingsOf(const FieldSettings*) {
  return kFieldSettings;
}
constexpr const auto& settingsOf(const MotionSettings*) {
  return kMotionSettings;
}
constexpr const auto& settingsOf(const Settings*) {
  return kSettings;
}

}  // namespace fmm
