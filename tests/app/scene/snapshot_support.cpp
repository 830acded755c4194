#include "app/scene/snapshot_support.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "app/support/free_leapfrog.h"
#include "app/support/run_program.h"
#include "files/user_error.h"
#include "scene/start/scene_particles.h"
#include "scene/text/scene_file.h"
#include "support/refusal.h"

namespace test {

app::Checkpoint sample(std::size_t elements, std::size_t tracers) {
  app::Checkpoint checkpoint;
  checkpoint.scene = test::freeLeapfrog();
  checkpoint.scene.elements = elements;
  checkpoint.scene.tracers = tracers;
  checkpoint.scene.seed = 42;
  checkpoint.settings = checkpoint.scene.settings;
  checkpoint.settings.order = 8;
  checkpoint.settings.theta = 0.1 + 0.2;
  checkpoint.settings.leafElements = 32;
  checkpoint.settings.leafPoints = 128;
  checkpoint.tuning = {9, 0.2 + 0.5, 33, 129};
  checkpoint.settings.threads = 2;
  checkpoint.settings.viscosity = 1.0 / 7;
  checkpoint.settings.diffusion = fmm::Diffusion::coreSpreading;
  checkpoint.settings.relaxation = 0.7;
  checkpoint.settings.elementBudget = 54321;
  checkpoint.lattice.given = 77;
  checkpoint.lattice.origin = {1e5 / 3, 0, -2};
  checkpoint.lattice.centroidShift = {1.0 / 3, 2, 3};
  checkpoint.elements = app::makeElements(checkpoint.scene);
  checkpoint.tracers = app::makeTracers(checkpoint.scene);
  checkpoint.time = 0.1;
  checkpoint.steps = 25;
  checkpoint.frames = 12;
  checkpoint.clock = {0.1 / 3, 7};
  return checkpoint;
}

void expectEqual(const app::Checkpoint& a, const app::Checkpoint& b) {
  EXPECT_EQ(a.settings, b.settings);
  ASSERT_EQ(a.clock.has_value(), b.clock.has_value());
  if (a.clock) {
    EXPECT_EQ(a.clock->time, b.clock->time);
    EXPECT_EQ(a.clock->steps, b.clock->steps);
  }
  EXPECT_EQ(a.tuning.order, b.tuning.order);
  EXPECT_EQ(a.tuning.theta, b.tuning.theta);
  EXPECT_EQ(a.tuning.leafElements, b.tuning.leafElements);
  EXPECT_EQ(a.tuning.leafPoints, b.tuning.leafPoints);
  EXPECT_EQ(a.lattice, b.lattice);
  EXPECT_EQ(a.elements.position, b.elements.position);
  EXPECT_EQ(a.elements.strength, b.elements.strength);
  EXPECT_EQ(a.elements.coreRadius, b.elements.coreRadius);
  EXPECT_EQ(a.elements.ring, b.elements.ring);
  EXPECT_EQ(a.elements.length, b.elements.length);
  EXPECT_EQ(a.elements.volume, b.elements.volume);
  EXPECT_EQ(a.tracers.position, b.tracers.position);
  EXPECT_EQ(a.tracers.ring, b.tracers.ring);
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.frames, b.frames);
  EXPECT_EQ(a.scene.name, b.scene.name);
  EXPECT_EQ(app::formatScene(a.scene), app::formatScene(b.scene));
}

std::string errorOf(const std::string& path) {
  return refusal<app::UserError>([&] { app::readCheckpoint(path); });
}

void edit(const std::string& path, const std::function<void(std::vector<ZipEntry>&)>& change) {
  std::vector<ZipEntry> entries = unzip(test::readFile(path));
  change(entries);
  test::writeFile(path, zipOf(entries));
}

std::string& entry(std::vector<ZipEntry>& entries, const std::string& name) {
  for (ZipEntry& one : entries)
    if (one.name == name) return one.data;
  throw std::runtime_error("no entry " + name);
}

void replaceText(const std::string& path, const std::string& before, const std::string& after) {
  edit(path, [&](std::vector<ZipEntry>& entries) {
    std::string& text = entry(entries, "state.json");
    const auto at = text.find(before);
    ASSERT_NE(at, std::string::npos) << before;
    text.replace(at, before.size(), after);
  });
}

}  // namespace test
