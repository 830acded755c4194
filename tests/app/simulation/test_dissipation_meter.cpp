// The meter of dissipation on exact series, and the Reynolds numbers.

#include <gtest/gtest.h>

#include <cmath>

#include "simulation/flow_meters.h"

namespace app {
namespace {

/// E = exp(-2 c q) falls by 2 Z dq with Z = c E, q = int nu dt.
void addDecay(DissipationMeter& meter, double part, double step, int from, int to) {
  constexpr double kRate = 3;
  for (int i = from; i <= to; ++i) {
    const double q = step * i, enstrophy = kRate * std::exp(-2 * kRate * q);
    meter.add(1 - part * (1 - std::exp(-2 * kRate * q)), enstrophy, q);
  }
}

TEST(DissipationMeter, IsTheShareOfWhatViscosityTakes) {
  for (const double part : {1.0, 0.5, 1.7, -0.4}) {
    DissipationMeter meter;
    addDecay(meter, part, 1e-3, 0, 100);
    EXPECT_NEAR(meter.value(), part, 1e-5 * std::abs(part));
    EXPECT_NEAR(meter.least(), part, 1e-5 * std::abs(part));
    EXPECT_NEAR(meter.greatest(), part, 1e-5 * std::abs(part));
    EXPECT_EQ(meter.warning().empty(), part == 1) << part;
  }
}

TEST(DissipationMeter, WaitsUntilEnoughHasFallen) {
  // E falls by 6e-7 of itself per sample: a window has about 84 samples, and the error of one energy does not show.
  DissipationMeter meter;
  addDecay(meter, 1, 1e-7, 0, 80);
  EXPECT_TRUE(std::isnan(meter.value()) && std::isnan(meter.least()));
  EXPECT_TRUE(meter.warning().empty());
  addDecay(meter, 1, 1e-7, 81, 200);
  EXPECT_NEAR(meter.value(), 1, 1e-3);
  const double q = 201e-7;
  meter.add(std::exp(-6 * q) + DissipationMeter::kEnergyError, 3 * std::exp(-6 * q), q);
  EXPECT_NEAR(meter.value(), 1, 0.025);
}

TEST(DissipationMeter, GoesByTheNewestWindowAndKeepsTheExtremes) {
  DissipationMeter meter;
  double energy = 1, q = 0;
  const auto fall = [&](double part, int count) {
    for (int i = 0; i < count; ++i, q += 1e-3, energy -= part * 2e-3) meter.add(energy, 1, q);
  };
  fall(1, 20);
  EXPECT_NEAR(meter.value(), 1, 1e-9);
  fall(0.6, 20);
  EXPECT_NEAR(meter.value(), 0.6, 1e-9);
  fall(1.1, 20);
  EXPECT_NEAR(meter.value(), 1.1, 1e-9);
  EXPECT_NEAR(meter.least(), 0.6, 1e-9);
  EXPECT_NEAR(meter.greatest(), 1.1, 1e-9);
  EXPECT_NE(meter.warning().find("0.60 times"), std::string::npos) << meter.warning();
  EXPECT_NE(meter.warning().find("add elements or raise viscosity"), std::string::npos);
}

TEST(DissipationMeter, BeginsAnewWhereTheEnergyJumps) {
  DissipationMeter meter;
  addDecay(meter, 1, 1e-3, 0, 20);
  meter.restart();
  EXPECT_TRUE(std::isnan(meter.value()));
  EXPECT_NEAR(meter.least(), 1, 1e-4);
  meter.add(7, 1, 0.021);
  meter.add(7 - 0.002, 1, 0.022);
  EXPECT_NEAR(meter.value(), 1, 1e-9);
  meter.add(9, 1, 0.001);  // time went back
  EXPECT_TRUE(std::isnan(meter.value()));
  meter.add(9 - 0.004, 1, 0.003);
  EXPECT_NEAR(meter.value(), 1, 1e-9);
  meter.add(NAN, 1, 0.1);
  meter.add(8, NAN, 0.1);
  EXPECT_NEAR(meter.value(), 1, 1e-9) << "nothing was measured";
  EXPECT_TRUE(meter.warning().empty());
  meter.start();
  EXPECT_TRUE(std::isnan(meter.least()));
}

TEST(DissipationMeter, TakesDiffusionPassByPass) {
  // The lattice diffuses before each fifth sample, and the energy falls only there.
  DissipationMeter meter;
  for (int i = 0; i < 50; ++i) {
    const int passes = i / 5;
    meter.add(1 - 2e-3 * passes, 1, 1e-3 * passes);
    if (i < 5) continue;
    EXPECT_NEAR(meter.value(), 1, 1e-9) << i;
  }
}

TEST(DissipationMeter, HasNothingToSayWithoutViscosity) {
  DissipationMeter meter;
  for (int i = 0; i < 1000; ++i) meter.add(1 + 1e-3 * i, 1, 0);
  EXPECT_TRUE(std::isnan(meter.value()) && std::isnan(meter.greatest()));
  EXPECT_TRUE(meter.warning().empty());
}

TEST(ReynoldsNumbers, OfTheFlowAndOfACell) {
  const ReynoldsNumbers all = reynoldsNumbers(-2, 1e-3, 50, 0.01);
  EXPECT_NEAR(all.flow, 2000, 1e-9);
  EXPECT_NEAR(all.cell, 5, 1e-12);
  EXPECT_NEAR(all.resolved, 2000 * ReynoldsNumbers::kMostResolved / 5, 1e-6) << "of another viscosity";
  const ReynoldsNumbers inviscid = reynoldsNumbers(2, 0, 50, 0.01);
  EXPECT_TRUE(std::isnan(inviscid.flow) && std::isnan(inviscid.cell));
  EXPECT_EQ(inviscid.resolved, all.resolved);
  EXPECT_TRUE(std::isnan(reynoldsNumbers(2, 1e-3, 50, 0).cell)) << "no lattice";
  EXPECT_TRUE(std::isnan(reynoldsNumbers(2, 1e-3, NAN, 0.01).resolved)) << "not measured";
}

}  // namespace
}  // namespace app
