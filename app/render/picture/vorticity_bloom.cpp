#include "render/picture/vorticity_bloom.h"

#include <algorithm>
#include <cmath>

#include "state/particle_store.h"

namespace app {
namespace {

constexpr std::size_t kGroup = 8;  // as in vorticity_bloom.comp
constexpr int kRows = 90;          // of texels, so that the bloom is as wide in a picture of any size

}  // namespace

void VorticityBloom::resize(PictureSize size) {
  if (size == size_) return;
  for (Texture* texture : {&excess_, &rows_, &spread_})
    *texture = Texture(GL_RGBA16F, size.width, size.height, GL_LINEAR);
  size_ = size;
}

void VorticityBloom::draw(const Texture& light, PictureSize picture, double strength, const LitTiles& lit) {
  const double pixels = static_cast<double>(picture.height) / kRows;
  resize({std::max(1, static_cast<int>(std::lround(picture.width / pixels))), kRows});
  const auto pass = [&](const Program::Defines& defines, const Texture& from, const Texture& to) {
    const bool vertical = !defines.empty() && defines.front() == "VERTICAL";
    programs_.with(defines).use();
    glUniform2i(0, size_.width, size_.height);
    if (vertical) {
      glUniform2f(1, static_cast<float>(picture.width) / static_cast<float>(size_.width),
                  static_cast<float>(picture.height) / static_cast<float>(size_.height));
      glUniform1f(2, static_cast<float>(strength));
      lit.bind();
    }
    from.bind(0);
    to.bindImage(0);
    glDispatchCompute(workGroups(static_cast<std::size_t>(size_.width), kGroup),
                      workGroups(static_cast<std::size_t>(size_.height), kGroup), 1);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
  };
  pass({"EXCESS"}, light, excess_);
  pass({}, excess_, rows_);
  pass({"VERTICAL"}, rows_, spread_);
  checkGl("glDispatchCompute(vorticity_bloom)");
}

}  // namespace app
