#include "film/rank_picture.h"

#include <algorithm>
#include <limits>

namespace app {

void RankPicture::read(const Buffer& from, std::size_t first, std::size_t bytes) {
  values_.resize(bytes / sizeof(std::uint32_t));
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  glGetNamedBufferSubData(from.name(), static_cast<GLintptr>(first), static_cast<GLsizeiptr>(bytes), values_.data());
  checkGl("glGetNamedBufferSubData(picture of ranks)");
}

void RankPicture::write(Buffer& to, std::size_t first) {
  glNamedBufferSubData(to.name(), static_cast<GLintptr>(first),
                       static_cast<GLsizeiptr>(values_.size() * sizeof(std::uint32_t)), values_.data());
  checkGl("glNamedBufferSubData(picture of ranks)");
}

void RankPicture::sum(Buffer& counts, std::size_t first, std::size_t bytes) {
  read(counts, first, bytes);
  ranks_.sum(values_.data(), values_.size());
  write(counts, first);
}

void RankPicture::sumForPicture(Buffer& counts) {
  read(counts, 0, counts.bytes());
  ranks_.sumForFirst(values_.data(), values_.size());
  if (makesPicture()) write(counts, 0);
}

void RankPicture::unite(Buffer& marks, std::size_t first, std::size_t bytes) {
  read(marks, first, bytes);
  ranks_.unite(values_.data(), values_.size());
  write(marks, first);
}

std::uint32_t RankPicture::largest(std::uint32_t own) {
  const std::vector<std::uint32_t> all = ranks_.gathered(own);
  return *std::max_element(all.begin(), all.end());
}

Births RankPicture::widest(std::optional<Births> own) {
  constexpr float kNever = std::numeric_limits<float>::infinity();
  Births all = {kNever, -kNever};
  for (const Births& births : ranks_.gathered(own.value_or(all)))
    all = {std::min(all.first, births.first), std::max(all.last, births.last)};
  return all.first <= all.last ? all : Births{};
}

}  // namespace app
