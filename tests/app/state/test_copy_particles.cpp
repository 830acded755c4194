// Copies of particles where the driver refuses to share a buffer with CUDA, or the GPU is lost.

#include <gtest/gtest.h>

#include <vector>

#include "fmm/error.h"
#include "state/particle_store.h"
#include "state/particle_stream.h"

namespace app {
namespace {

/// Particles that claim to lie on a GPU.
class FarStore final : public ParticleStore {
 public:
  fmm::ParticleTarget prepare(std::size_t count, bool device) override { return host_.prepare(count, device); }
  void copyTo(const fmm::ParticleTarget& target) const override {
    if (lost) throw fmm::EnvironmentError("the GPU is lost");
    host_.copyTo({target.positions, target.capacity, false});
  }
  std::size_t count() const override { return host_.count(); }
  bool onDevice() const override { return true; }
  std::vector<fmm::Vec3> sample(std::size_t stride) const override { return host_.sample(stride); }
  fmm::Vec3 position(std::size_t index) const override { return host_.position(index); }

  bool lost = false;

 private:
  HostParticleStore host_;
};

/// A stream whose driver refuses `refusals` times to end a mapping.
class RefusingStream final : public ParticleStream {
 public:
  explicit RefusingStream(int refusals) : refusals_(refusals) {}
  fmm::ParticleTarget map(std::size_t count) override {
    values.assign(4 * count, 0);
    open_ = true;
    return {values.data(), count, false};
  }
  void unmap() override {
    EXPECT_TRUE(open_);
    open_ = false;
    if (refusals_-- <= 0) return;
    note_ = "refused; particles are copied through host memory";
    values.clear();
    throw fmm::EnvironmentError("refused");
  }
  void show(unsigned, std::size_t) override {}
  unsigned buffer() const override { return 0; }
  std::size_t count() const override { return values.size() / 4; }
  std::string note() const override { return note_; }

  std::vector<float> values;

 private:
  int refusals_;
  bool open_ = false;
  std::string note_;
};

FarStore threeParticles() {
  FarStore store;
  const fmm::ParticleTarget target = store.prepare(3, true);
  for (int i = 0; i < 12; ++i) target.positions[i] = static_cast<float>(i);
  return store;
}

TEST(CopyParticles, GoTheOtherWayWhereTheDriverRefusesToShare) {
  FarStore store = threeParticles();
  RefusingStream stream(1);
  copyParticles(store, stream);
  EXPECT_EQ(stream.count(), 3U);
  EXPECT_EQ(stream.values[11], 11);
  EXPECT_NE(stream.note(), "");
}

TEST(CopyParticles, FailWhereTheOtherWayIsRefusedToo) {
  FarStore store = threeParticles();
  RefusingStream stream(2);
  EXPECT_THROW(copyParticles(store, stream), fmm::EnvironmentError);
}

TEST(CopyParticles, ThatAreLostAreToldAndTheStreamIsClosed) {
  FarStore store = threeParticles();
  store.lost = true;
  RefusingStream stream(0);
  EXPECT_THROW(copyParticles(store, stream), fmm::EnvironmentError);
  store.lost = false;
  copyParticles(store, stream);
  EXPECT_EQ(stream.count(), 3U);
}

}  // namespace
}  // namespace app
