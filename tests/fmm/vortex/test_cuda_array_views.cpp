// Fields and systems of the CUDA backend from arrays in GPU or host memory: the same bits as from the same particles in
// vectors. Skipped by name where there is no GPU.

#include "fmm/fmm.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/device_array.h"
#include "fmm/support/packed_particles.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm {
namespace {

using fmm_test::DeviceArray;
using fmm_test::flat;
using fmm_test::packed;
using fmm_test::packedViews;
using fmm_test::Workload;
using test::refusal;

class CudaArrayViews : public fmm_test::CudaFixture {};
constexpr MemorySpace kDevice = MemorySpace::device;

Workload smallRings() {
  Workload work = fmm_test::rounded(fmm_test::overlapped(fmm_test::rings(3000, 4000)));
  Elements& e = work.elements;
  e = {e.position, e.strength, e.coreRadius, {}, {}, {}, {}};
  return work;
}

Settings onGpu(Precision precision = Precision::single) {
  Settings settings = fmm_test::fmmFloat();
  settings.backend = Backend::cuda;
  settings.precision = precision;
  return settings;
}

template <class T>
void expectTheFieldOfDeviceMemory(const Settings& settings, Vec3 shift) {
  Workload work = smallRings();
  for (Vec3& x : work.elements.position) x = x + shift;
  for (Vec3& x : work.targets) x = x + shift;
  work = fmm_test::rounded(work);
  const std::size_t n = work.targets.size();
  const Field expected = evaluateField(settings, work.elements, work.targets, true);
  const DeviceArray<T> elements(packed<T>(work.elements)), targets(flat<T>(work.targets));
  DeviceArray<double> velocity(std::vector<double>(4 * n, -7)), gradient(std::vector<double>(9 * n));
  FieldResults results;
  results.velocity = interleaved(velocity.data(), n, 4, kDevice);
  for (std::size_t k = 0; k < 9; ++k)
    results.gradient.m[k] = StridedSpan<double>{gradient.data() + k * n, n, 1, kDevice};
  evaluateField(settings, packedViews(elements.data(), work.elements.size(), kDevice),
                interleaved(targets.data(), n, 3, kDevice), results);
  const std::vector<double> u = velocity.values(), j = gradient.values();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 found = {u[4 * i], u[4 * i + 1], u[4 * i + 2]};
    ASSERT_EQ(found, expected.velocity[i]) << i;
    ASSERT_EQ(u[4 * i + 3], -7) << i;
    for (std::size_t k = 0; k < 9; ++k) ASSERT_EQ(j[k * n + i], expected.gradient[i].m[k]) << i << " " << k;
  }
}

TEST_F(CudaArrayViews, DeviceMemoryGivesTheSameField) {
  expectTheFieldOfDeviceMemory<float>(onGpu(), {});
  expectTheFieldOfDeviceMemory<double>(onGpu(Precision::real64), {});
}

TEST_F(CudaArrayViews, AFarFrameIsFoundInDeviceMemory) {
  expectTheFieldOfDeviceMemory<double>(onGpu(), {-64, 8, 0});
}

TEST_F(CudaArrayViews, AGroundIsMirroredOnTheDevice) {
  Settings settings = onGpu();
  settings.ground = GroundPlane{{0, 0, -2}, {0, 0, 1}};
  expectTheFieldOfDeviceMemory<float>(settings, {});
}

TEST_F(CudaArrayViews, HostMemoryIsCarriedOver) {
  const Workload work = smallRings();
  const std::size_t n = work.targets.size();
  const std::vector<double> elements = packed<double>(work.elements);
  std::vector<float> u(n), v(2 * n, -7), w(n);
  const FieldResults results = {{StridedSpan<float>{u.data(), n}, StridedSpan<float>{v.data(), n, 2},
                                 StridedSpan<float>{w.data() + n - 1, n, -1}},
                                {},
                                {}};
  evaluateField(onGpu(), packedViews(elements.data(), work.elements.size()), viewOf(work.targets), results);
  const Field expected = evaluateField(onGpu(), work.elements, work.targets, false);
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 found = {u[i], v[2 * i], w[n - 1 - i]};
    ASSERT_EQ(found, expected.velocity[i]) << i;
    ASSERT_EQ(v[2 * i + 1], -7) << i;
  }
}

TEST_F(CudaArrayViews, ASystemIsMadeOfDeviceMemoryAndReadIntoIt) {
  const Workload work = smallRings();
  const std::size_t n = work.elements.size();
  const DeviceArray<float> elements(packed<float>(work.elements)), targets(flat<float>(work.targets));
  VortexSystem system(onGpu(), {packedViews(elements.data(), n, kDevice),
                                {interleaved(targets.data(), work.targets.size(), 3, kDevice), {}}});
  VortexSystem expected(onGpu(), work.elements, work.tracers());
  system.step();
  expected.step();
  EXPECT_EQ(system.elements().position, expected.elements().position);
  EXPECT_EQ(system.elements().length, expected.elements().length);
  EXPECT_EQ(system.tracers().position, expected.tracers().position);

  DeviceArray<float> strength(std::vector<float>(3 * n)), velocity(std::vector<float>(3 * n));
  ElementResults results;
  results.strength = interleaved(strength.data(), n, 3, kDevice);
  results.velocity = interleaved(velocity.data(), n, 3, kDevice);
  system.read(results);
  EXPECT_EQ(strength.values(), flat<float>(expected.elements().strength));
  EXPECT_EQ(velocity.values(), flat<float>(expected.elementVelocities()));
}

TEST_F(CudaArrayViews, TheFirstBadNumberInDeviceMemoryIsNamed) {
  const Workload work = smallRings();
  const auto refusalOf = [&](std::size_t column, double value) {
    std::vector<double> numbers = packed<double>(work.elements);
    numbers[9 * 5 + column] = numbers[9 * 8 + column] = value;
    const DeviceArray<double> elements(numbers);
    return refusal<InvalidInput>([&] {
      VortexSystem(onGpu(), ParticleViews{packedViews(elements.data(), work.elements.size(), kDevice), {}});
    });
  };
  EXPECT_EQ(refusalOf(1, NAN), "position of element 5 is not finite");
  EXPECT_EQ(refusalOf(6, INFINITY), "strength of element 5 is not finite");
  EXPECT_EQ(refusalOf(3, -2), "core radius of element 5 is -2.000000; allowed is 0 and above");
}

TEST_F(CudaArrayViews, HostMemoryGivenAsDeviceMemoryIsRefused) {
  const Workload work = smallRings();
  const std::vector<float> elements = packed<float>(work.elements);
  EXPECT_THROW(VortexSystem(onGpu(), ParticleViews{packedViews(elements.data(), work.elements.size(), kDevice), {}}),
               InvalidInput);
}

}  // namespace
}  // namespace fmm
