#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "fmm/error.h"
#include "fmm/settings.h"

namespace {

using fmm::Settings;

template <class Change>
std::string complaint(const Change& change) {
  Settings settings;
  change(settings);
  try {
    settings.validate();
  } catch (const fmm::InvalidInput& error) {
    return error.what();
  }
  return "";
}

template <class Enum>
void expectRoundTrip(std::initializer_list<Enum> values) {
  for (const Enum value : values) {
    const std::string name{toString(value)};
    EXPECT_EQ(fmm::parse<Enum>(name), value) << name;
    EXPECT_NE(fmm::allowedNames<Enum>().find(name), std::string::npos) << name;
  }
}

TEST(Settings, EveryNameParsesBack) {
  expectRoundTrip({fmm::Backend::automatic, fmm::Backend::cpu, fmm::Backend::cuda});
  expectRoundTrip({fmm::Precision::single, fmm::Precision::real64});
  expectRoundTrip({fmm::SolverKind::fmm, fmm::SolverKind::direct});
  expectRoundTrip({fmm::Regularisation::cutoff, fmm::Regularisation::gaussian, fmm::Regularisation::winckelmans,
                   fmm::Regularisation::rosenhead});
  expectRoundTrip(
      {fmm::Stretching::off, fmm::Stretching::classical, fmm::Stretching::transpose, fmm::Stretching::mixed});
  expectRoundTrip({fmm::Integrator::euler, fmm::Integrator::rk2, fmm::Integrator::rk3, fmm::Integrator::rk4});
  expectRoundTrip({fmm::Formulation::classic, fmm::Formulation::reformulated});
}

TEST(Settings, NamesAreThoseOfSceneFiles) {
  EXPECT_EQ(fmm::allowedNames<fmm::Backend>(), "auto, cpu or cuda");
  EXPECT_EQ(fmm::allowedNames<fmm::Precision>(), "float or double");
  EXPECT_EQ(fmm::allowedNames<fmm::SolverKind>(), "fmm or direct");
  EXPECT_EQ(fmm::allowedNames<fmm::Regularisation>(), "cutoff, gaussian, winckelmans or rosenhead");
  EXPECT_EQ(fmm::allowedNames<fmm::Stretching>(), "off, classical, transpose or mixed");
  EXPECT_EQ(fmm::allowedNames<fmm::Integrator>(), "euler, rk2, rk3 or rk4");
}

TEST(Settings, UnknownNamesAreEmpty) {
  EXPECT_FALSE(fmm::parse<fmm::Backend>("gpu"));
  EXPECT_FALSE(fmm::parse<fmm::Backend>(""));
  EXPECT_FALSE(fmm::parse<fmm::Integrator>("RK2"));
  EXPECT_FALSE(fmm::parse<fmm::Stretching>("classical "));
}

TEST(Settings, DefaultsAreValid) {
  EXPECT_EQ(complaint([](Settings&) {}), "");
}

TEST(Settings, EndsOfTheRangesAreValid) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  for (const double dt : {-1e12, -tiny, tiny, 1e12}) EXPECT_EQ(complaint([&](Settings& s) { s.timeStep = dt; }), "");
  for (const double tolerance : {1e-6, 0.1}) {
    EXPECT_EQ(complaint([&](Settings& s) { s.tolerance = tolerance; }), "");
  }
  for (const int order : {0, 4, 16}) EXPECT_EQ(complaint([&](Settings& s) { s.order = order; }), "");
  for (const double theta : {0.0, 0.2, 0.9}) EXPECT_EQ(complaint([&](Settings& s) { s.theta = theta; }), "");
  for (const int leaf : {0, 1, 1 << 20}) {
    EXPECT_EQ(complaint([&](Settings& s) { s.leafElements = s.leafPoints = leaf; }), "");
  }
}

TEST(Settings, ComplaintNamesFieldValueAndRange) {
  EXPECT_EQ(complaint([](Settings& s) { s.timeStep = 0; }), "timeStep = 0: allowed is -1e+12 to 1e+12, not 0");
  EXPECT_EQ(complaint([](Settings& s) { s.tolerance = 0.5; }), "tolerance = 0.5: allowed is 1e-06 to 0.1");
  EXPECT_EQ(complaint([](Settings& s) { s.threads = -1; }), "threads = -1: allowed is 0 to 1024");
  EXPECT_EQ(complaint([](Settings& s) { s.order = 17; }),
            "order = 17: allowed is 0 (chosen by the program) or 4 to 16");
  EXPECT_EQ(complaint([](Settings& s) { s.theta = 1; }),
            "theta = 1: allowed is 0 (chosen by the program) or 0.2 to 0.9");
  EXPECT_EQ(complaint([](Settings& s) { s.leafElements = -3; }),
            "leafElements = -3: allowed is 0 (chosen by the program) or 1 to 1048576");
  EXPECT_EQ(complaint([](Settings& s) { s.leafPoints = 1 << 21; }),
            "leafPoints = 2097152: allowed is 0 (chosen by the program) or 1 to 1048576");
  EXPECT_EQ(complaint([](Settings& s) { s.regularisation = fmm::Regularisation::rosenhead; }),
            "regularisation = rosenhead: allowed is cutoff, gaussian or winckelmans with solver = fmm; rosenhead needs "
            "direct");
}

TEST(Settings, NotFiniteIsRejected) {
  const double nan = std::nan("");
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {nan, infinity, -infinity}) {
    EXPECT_NE(complaint([&](Settings& s) { s.timeStep = bad; }), "");
    EXPECT_NE(complaint([&](Settings& s) { s.tolerance = bad; }), "");
    EXPECT_NE(complaint([&](Settings& s) { s.theta = bad; }), "");
  }
}

TEST(Settings, FineTolerancesNeedDoubleOrDirect) {
  EXPECT_NE(complaint([](Settings& s) { s.tolerance = 1e-8; }), "");
  EXPECT_EQ(complaint([](Settings& s) {
              s.tolerance = 1e-10;
              s.precision = fmm::Precision::real64;
            }),
            "");
  EXPECT_EQ(complaint([](Settings& s) {
              s.regularisation = fmm::Regularisation::rosenhead;
              s.solver = fmm::SolverKind::direct;
            }),
            "");
}

TEST(Settings, WhatCannotBeUndoneIsNamed) {
  Settings settings;
  EXPECT_EQ(irreversiblePart(settings), "");
  settings.minimumOverlap = 1;
  EXPECT_EQ(irreversiblePart(settings), "minimumOverlap");
  settings.relaxation = 1;
  EXPECT_EQ(irreversiblePart(settings), "relaxation");
  settings.viscosity = 1;
  EXPECT_EQ(irreversiblePart(settings), "viscosity");
  settings.timeStep = -0.01;
  EXPECT_THROW(settings.validate(), fmm::InvalidInput);
  settings.viscosity = settings.relaxation = settings.minimumOverlap = 0;
  EXPECT_NO_THROW(settings.validate());
}

TEST(Settings, EqualityLooksAtEveryField) {
  const Settings base;
  EXPECT_TRUE(base == Settings{});
  const auto differs = [&](auto change) {
    Settings other;
    change(other);
    return other != base && !(other == base);
  };
  EXPECT_TRUE(differs([](Settings& s) { s.backend = fmm::Backend::cpu; }));
  EXPECT_TRUE(differs([](Settings& s) { s.precision = fmm::Precision::real64; }));
  EXPECT_TRUE(differs([](Settings& s) { s.solver = fmm::SolverKind::direct; }));
  EXPECT_TRUE(differs([](Settings& s) { s.regularisation = fmm::Regularisation::cutoff; }));
  EXPECT_TRUE(differs([](Settings& s) { s.stretching = fmm::Stretching::off; }));
  EXPECT_TRUE(differs([](Settings& s) { s.integrator = fmm::Integrator::rk4; }));
  EXPECT_TRUE(differs([](Settings& s) { s.timeStep = 1; }));
  EXPECT_TRUE(differs([](Settings& s) { s.formulation = fmm::Formulation::reformulated; }));
  EXPECT_TRUE(differs([](Settings& s) { s.courant = 0.1; }));
  EXPECT_TRUE(differs([](Settings& s) { s.ground.emplace(); }));
  EXPECT_TRUE(differs([](Settings& s) { s.tolerance = 1e-3; }));
  EXPECT_TRUE(differs([](Settings& s) { s.threads = 2; }));
  EXPECT_TRUE(differs([](Settings& s) { s.order = 8; }));
  EXPECT_TRUE(differs([](Settings& s) { s.theta = 0.5; }));
  EXPECT_TRUE(differs([](Settings& s) { s.leafElements = 32; }));
  EXPECT_TRUE(differs([](Settings& s) { s.leafPoints = 64; }));
}

}  // namespace
