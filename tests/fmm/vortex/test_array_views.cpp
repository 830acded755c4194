// Fields and systems from the caller's arrays on the CPU: the same bits as from the same particles in vectors.

#include "fmm/fmm.h"
#include "fmm/support/packed_particles.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm {
namespace {

using fmm_test::flat;
using fmm_test::fmmFloat;
using fmm_test::packed;
using fmm_test::packedViews;
using fmm_test::Workload;
using test::refusal;

/// Particles that floats hold exactly, without ring indices.
Workload smallRings() {
  Workload work = fmm_test::rounded(fmm_test::overlapped(fmm_test::rings(300, 400)));
  Elements& e = work.elements;
  e = {e.position, e.strength, e.coreRadius, {}, {}, {}, {}};
  return work;
}

template <class T>
StridedSpan<T> span(std::vector<T>& values) {
  return {values.data(), values.size()};
}

template <class T>
void expectTheFieldOfPackedElements(Precision precision) {
  const Workload work = smallRings();
  Settings settings = fmmFloat();
  settings.precision = precision;
  const Field expected = evaluateField(settings, work.elements, work.targets, true);
  const Field vorticity = evaluateVorticity(settings, work.elements, work.targets);

  const std::vector<T> elements = packed<T>(work.elements), targets = flat<T>(work.targets);
  const InputVectors at = interleaved(targets.data(), work.targets.size());
  Field found;
  found.velocity.resize(work.targets.size());
  found.gradient.resize(work.targets.size());
  found.vorticity.resize(work.targets.size());
  const EvaluationReport report = evaluateField(settings, packedViews(elements.data(), work.elements.size()), at,
                                                {viewOf(found.velocity), viewOf(found.gradient), {}});
  evaluateField(settings, packedViews(elements.data(), work.elements.size()), at, {{}, {}, viewOf(found.vorticity)});
  EXPECT_EQ(report.backend, "cpu");
  EXPECT_EQ(found.velocity, expected.velocity);
  EXPECT_EQ(found.vorticity, vorticity.vorticity);
  for (std::size_t i = 0; i < work.targets.size(); ++i)
    for (int k = 0; k < 9; ++k) ASSERT_EQ(found.gradient[i].m[k], expected.gradient[i].m[k]) << i << " " << k;
}

TEST(ArrayViews, StructuresOfFloatsGiveTheSameField) {
  expectTheFieldOfPackedElements<float>(Precision::single);
  expectTheFieldOfPackedElements<float>(Precision::real64);
}
TEST(ArrayViews, StructuresOfDoublesGiveTheSameField) {
  expectTheFieldOfPackedElements<double>(Precision::single);
  expectTheFieldOfPackedElements<double>(Precision::real64);
}

TEST(ArrayViews, SeparateArraysOfBothTypesGiveTheSameField) {
  const Workload work = smallRings();
  const std::size_t n = work.elements.size(), targets = work.targets.size();
  std::vector<float> x, y, ax, sigma;
  std::vector<double> z, ay, az;
  for (std::size_t i = n; i-- > 0;) z.push_back(work.elements.position[i].z);  // backwards
  for (std::size_t i = 0; i < n; ++i) {
    x.push_back(static_cast<float>(work.elements.position[i].x));
    y.push_back(static_cast<float>(work.elements.position[i].y));
    ax.push_back(static_cast<float>(work.elements.strength[i].x));
    ay.push_back(work.elements.strength[i].y);
    az.push_back(work.elements.strength[i].z);
    sigma.push_back(static_cast<float>(work.elements.coreRadius[i]));
  }
  ElementViews elements;
  elements.position = {span(x), span(y), StridedSpan<double>{z.data() + n - 1, n, -1}};
  elements.strength = {span(ax), span(ay), span(az)};
  elements.coreRadius = span(sigma);
  std::vector<float> u(targets), v(2 * targets, -7), w(targets);
  const FieldResults results = {{span(u), StridedSpan<float>{v.data(), targets, 2}, span(w)}, {}, {}};
  evaluateField(fmmFloat(), elements, viewOf(work.targets), results);
  const Field expected = evaluateField(fmmFloat(), work.elements, work.targets, false);
  for (std::size_t i = 0; i < targets; ++i) {
    const Vec3 found = {u[i], v[2 * i], w[i]};
    ASSERT_EQ(found, expected.velocity[i]) << i;
    ASSERT_EQ(v[2 * i + 1], -7) << i;
  }
}

TEST(ArrayViews, AStrideOfZeroIsOneNumberForAll) {
  Workload work = smallRings();
  const float sigma = 0.125F;
  std::fill(work.elements.coreRadius.begin(), work.elements.coreRadius.end(), sigma);
  ElementViews elements = viewOf(work.elements);
  elements.coreRadius = StridedSpan<const float>{&sigma, work.elements.size(), 0};
  std::vector<Vec3> velocity(work.targets.size());
  evaluateField(fmmFloat(), elements, viewOf(work.targets), {viewOf(velocity), {}, {}});
  EXPECT_EQ(velocity, evaluateField(fmmFloat(), work.elements, work.targets, false).velocity);
}

TEST(ArrayViews, AGroundAndAFarFrameGiveTheSameField) {
  Workload work = smallRings();
  for (Vec3& x : work.elements.position) x = x + Vec3{1000, 0, 0};
  for (Vec3& x : work.targets) x = x + Vec3{1000, 0, 0};
  Settings settings = fmmFloat();
  settings.ground = GroundPlane{{0, 0, -2}, {0, 0, 1}};
  const std::vector<double> elements = packed<double>(work.elements);
  std::vector<Vec3> velocity(work.targets.size());
  evaluateField(settings, packedViews(elements.data(), work.elements.size()), viewOf(work.targets),
                {viewOf(velocity), {}, {}});
  settings.ground.reset();
  const Elements both = mirrored(work.elements, GroundPlane{{0, 0, -2}, {0, 0, 1}});
  EXPECT_EQ(velocity, evaluateField(settings, both, work.targets, false).velocity);
}

TEST(ArrayViews, VelocityAndVorticityComeTogetherIfBothAreWanted) {
  const Workload work = smallRings();
  Settings settings = fmm_test::directDouble();
  std::vector<Vec3> velocity(work.targets.size()), vorticity(work.targets.size());
  evaluateField(settings, viewOf(work.elements), viewOf(work.targets), {viewOf(velocity), {}, viewOf(vorticity)});
  const auto exactly = [&](bool curl) {
    return curl ? evaluateVorticity(settings, work.elements, work.targets).vorticity
                : evaluateField(settings, work.elements, work.targets, false).velocity;
  };
  EXPECT_LT(fmm_test::errorOf(velocity, exactly(false)).maximum, 1e-12);
  EXPECT_LT(fmm_test::errorOf(vorticity, exactly(true)).maximum, 1e-12);
}

TEST(ArrayViews, NothingAtAllIsAField) {
  evaluateField(fmmFloat(), ElementViews{}, InputVectors{}, {});
  const Workload work = smallRings();
  std::vector<Vec3> velocity(work.targets.size(), {1, 1, 1});
  evaluateField(fmmFloat(), ElementViews{}, viewOf(work.targets), {viewOf(velocity), {}, {}});
  EXPECT_EQ(velocity, std::vector<Vec3>(work.targets.size()));
  VortexSystem system(fmmFloat(), ParticleViews{});
  system.step();
  EXPECT_EQ(system.elementCount() + system.tracerCount(), 0U);
}

TEST(ArrayViews, ASystemMadeOfThemMovesAsOneMadeOfVectors) {
  const Workload work = smallRings();
  const std::vector<float> elements = packed<float>(work.elements), targets = flat<float>(work.targets);
  std::vector<std::int32_t> rings;
  for (std::size_t i = 0; i < work.elements.size(); ++i) rings.insert(rings.end(), {static_cast<int>(i % 2), -1});
  Elements withRings = work.elements;
  for (std::size_t i = 0; i < work.elements.size(); ++i) withRings.ring.push_back(static_cast<int>(i % 2));
  ElementViews views = packedViews(elements.data(), work.elements.size());
  views.ring = {rings.data(), work.elements.size(), 2};
  VortexSystem system(fmmFloat(), {views, {interleaved(targets.data(), work.targets.size()), {}}});
  VortexSystem expected(fmmFloat(), withRings, work.tracers());
  for (int step = 0; step < 2; ++step) {
    system.step();
    expected.step();
  }
  const Elements now = system.elements(), then = expected.elements();
  EXPECT_EQ(now.position, then.position);
  EXPECT_EQ(now.strength, then.strength);
  EXPECT_EQ(now.length, then.length);
  EXPECT_EQ(now.volume, then.volume);
  EXPECT_EQ(now.ring, then.ring);
  EXPECT_EQ(system.tracers().position, expected.tracers().position);
}

TEST(ArrayViews, StateIsReadIntoTheCallersArrays) {
  const Workload work = smallRings();
  VortexSystem system(fmmFloat(), work.elements, work.tracers());
  system.step();
  const std::size_t n = work.elements.size(), targets = work.targets.size();
  std::vector<float> all(9 * (n + 1), -7), tracers(3 * targets);
  std::vector<Vec3> velocity(n), rate(n), tracerVelocity(targets);
  ElementResults results;
  results.position = interleaved(all.data(), n + 1, 9);  // more room than is needed
  results.coreRadius = StridedSpan<float>{all.data() + 3, n + 1, 9};
  results.strength = interleaved(all.data() + 4, n + 1, 9);
  results.velocity = viewOf(velocity);
  results.strengthRate = viewOf(rate);
  system.read(results);
  system.read(TracerResults{interleaved(tracers.data(), targets), viewOf(tracerVelocity)});

  std::vector<float> expected = packed<float>(system.elements());
  expected.resize(9 * (n + 1), -7);
  EXPECT_EQ(all, expected);
  EXPECT_EQ(tracers, flat<float>(system.tracers().position));
  EXPECT_EQ(velocity, system.elementVelocities());
  EXPECT_EQ(rate, system.strengthRates());
  EXPECT_EQ(tracerVelocity, system.tracerVelocities());
}

TEST(ArrayViews, TheFirstBadNumberIsNamedAsInVectors) {
  const Workload work = smallRings();
  const std::size_t n = work.elements.size();
  const auto refusalOf = [&](std::size_t column, float value) {
    std::vector<float> elements = packed<float>(work.elements);
    elements[9 * 5 + column] = elements[9 * 8 + column] = value;
    std::vector<Vec3> velocity(work.targets.size());
    return refusal<InvalidInput>([&] {
      evaluateField(fmmFloat(), packedViews(elements.data(), n), viewOf(work.targets), {viewOf(velocity), {}, {}});
    });
  };
  EXPECT_EQ(refusalOf(1, NAN), "position of element 5 is not finite");
  EXPECT_EQ(refusalOf(6, INFINITY), "strength of element 5 is not finite");
  EXPECT_EQ(refusalOf(3, -2), "core radius of element 5 is -2.000000; allowed is 0 and above");
  std::vector<Vec3> targets = work.targets;
  targets[3].z = NAN;
  EXPECT_EQ(refusal<InvalidInput>([&] { evaluateField(fmmFloat(), viewOf(work.elements), viewOf(targets), {}); }),
            "target 3 is not finite");
  EXPECT_EQ(refusal<InvalidInput>([&] {
              VortexSystem(fmmFloat(), ParticleViews{viewOf(work.elements), {viewOf(targets), {}}});
            }),
            "position of tracer 3 is not finite");
}

TEST(ArrayViews, WrongShapesAreRefused) {
  const Workload work = smallRings();
  const ElementViews good = viewOf(work.elements);
  std::vector<Vec3> velocity(work.targets.size());
  const auto refusalOf = [&](const ElementViews& elements, const FieldResults& results) {
    return refusal<InvalidInput>([&] { evaluateField(fmmFloat(), elements, viewOf(work.targets), results); });
  };
  ElementViews bad = good;
  bad.strength.y.count -= 1;
  EXPECT_EQ(refusalOf(bad, {}),
            "elements: position, strength, coreRadius, ring, length, volume and heat differ in length");
  bad = good;
  bad.coreRadius.data = nullptr;
  EXPECT_EQ(refusalOf(bad, {}), "elements: an array of 300 numbers has no data");
  bad = good;
  bad.strength.z.space = MemorySpace::device;
  EXPECT_EQ(refusalOf(bad, {}), "elements: arrays in host and in device memory are mixed");

  FieldResults results = {viewOf(velocity), {}, {}};
  results.velocity.x.count -= 1;
  EXPECT_EQ(refusalOf(good, results),
            "results at targets: velocity has room for 399, which is less than the 400 to write");
  results = {viewOf(velocity), {}, {}};
  results.velocity.y.data = nullptr;
  EXPECT_THAT(refusalOf(good, results), testing::HasSubstr("all or none"));
  results = {viewOf(velocity), {}, {}};
  results.velocity.z.stride = 0;
  EXPECT_THAT(refusalOf(good, results), testing::HasSubstr("stride 0"));
}

TEST(ArrayViews, TheCpuRefusesDeviceMemory) {
  const Workload work = smallRings();
  std::vector<float> somewhere(16);
  const MemorySpace device = MemorySpace::device;
  const ElementViews elements = packedViews(somewhere.data(), 1, device);
  const InputVectors targets = interleaved<const float>(somewhere.data(), 1, 3, device);
  const OutputVectors out = interleaved(somewhere.data(), work.targets.size(), 3, device);
  const auto refusalOf = [&](const ElementViews& from, const InputVectors& at, const FieldResults& results) {
    return refusal<InvalidInput>([&] { evaluateField(fmmFloat(), from, at, results); });
  };
  const std::string why = ": device memory was given to the CPU backend";
  EXPECT_EQ(refusalOf(elements, viewOf(work.targets), {}), "elements" + why);
  EXPECT_EQ(refusalOf(viewOf(work.elements), targets, {}), "targets" + why);
  EXPECT_EQ(refusalOf(viewOf(work.elements), viewOf(work.targets), {out, {}, {}}), "results at targets" + why);
  VortexSystem system(fmmFloat(), work.elements, work.tracers());
  EXPECT_EQ(refusal<InvalidInput>([&] { system.read(TracerResults{out, {}}); }), "results of tracers" + why);
  EXPECT_EQ(refusal<InvalidInput>([&] { VortexSystem(fmmFloat(), ParticleViews{elements, {}}); }), "elements" + why);
}

}  // namespace
}  // namespace fmm
