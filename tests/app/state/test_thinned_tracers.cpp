// A sample of the tracers that represents all of them.

#include "state/thinned_tracers.h"

#include "gl/headless_context.h"
#include "support/test.h"

namespace app {
namespace {

struct Sample {
  std::unique_ptr<ParticleStream> stream = makeHostParticleStream();
  SharedTags tags;
};

/// Tracers with their number as x and in their tag.
Sample numbered(std::size_t count) {
  Sample sample;
  const fmm::ParticleTarget target = sample.stream->map(count);
  auto tags = std::make_shared<TracerTags>();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < 4; ++k) target.positions[4 * i + k] = k == 0 ? static_cast<float>(i) : 0;
    tags->push_back({static_cast<std::uint32_t>(i), static_cast<float>(i)});
  }
  sample.stream->unmap();
  sample.tags = tags;
  return sample;
}

std::vector<float> placesOf(const ParticleStream& stream) {
  std::vector<float> values(4 * stream.count()), places;
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  glGetNamedBufferSubData(stream.buffer(), 0, static_cast<GLsizeiptr>(values.size() * sizeof(float)), values.data());
  for (std::size_t i = 0; i < values.size(); i += 4) places.push_back(values[i]);
  return places;
}

TEST(ThinnedTracers, AreOneOfEachStretchWithItsTag) {
  const HeadlessContext context;
  ThinnedTracers thinned;
  // The last count takes two batches.
  for (const std::size_t count : {1U, 7U, 8U, 1000U, (1U << 20) + 5000U}) {
    const Sample all = numbered(count);
    for (const std::uint32_t stride : {2U, 8U}) {
      thinned.pick(*all.stream, all.tags, stride);
      const std::vector<float> places = placesOf(thinned.tracers());
      ASSERT_EQ(places.size(), (count + stride - 1) / stride);
      EXPECT_EQ(thinned.tags().count(), places.size());
      std::size_t wrong = 0, first = 0;
      for (std::size_t k = 0; k < places.size(); ++k) {
        const auto place = static_cast<std::size_t>(places[k]);
        wrong += place < k * stride || place >= std::min((k + 1) * stride, count) ? 1 : 0;
        wrong += place != ThinnedTracers::placeOf(k, stride, count) ? 1 : 0;
        first += place % stride == 0 ? 1 : 0;
      }
      EXPECT_EQ(wrong, 0U) << count << ", " << stride;
      EXPECT_TRUE(count < 1000 || first < places.size() * 3 / (2 * stride)) << "not the same of each";
    }
  }
}

TEST(ThinnedTracers, GoWithoutTagsAndWithoutTracers) {
  const HeadlessContext context;
  ThinnedTracers thinned;
  const Sample none = numbered(0), some = numbered(100);
  thinned.pick(*none.stream, nullptr, 4);
  EXPECT_EQ(thinned.tracers().count(), 0U);
  thinned.pick(*some.stream, nullptr, 4);
  EXPECT_EQ(thinned.tracers().count(), 25U);
  EXPECT_EQ(thinned.tags().count(), 0U);
}

TEST(TracerTags, TellTheFirstAndTheLastBirth) {
  EXPECT_EQ(birthsOf({}).last, 0);
  const Births births = birthsOf({{0, 2}, {1, -1}, {2, 5}, {0, 3}});
  EXPECT_EQ(births.first, -1);
  EXPECT_EQ(births.last, 5);
}

}  // namespace
}  // namespace app
