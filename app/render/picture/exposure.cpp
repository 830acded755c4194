#include "render/picture/exposure.h"

namespace app {
namespace {

constexpr int kSurveyGroups = 64;

}  // namespace

Exposure::Exposure(const Program::Defines& defines)
    : survey_(Program::compute("survey.comp", defines)),
      measure_(Program::compute("exposure.comp", defines)),
      groupSums_(kSurveyGroups * 2 * sizeof(float)),
      factor_(sizeof(float)) {}

void Exposure::fix(double factor) {
  const auto fixed = static_cast<float>(factor);
  factor_.write(&fixed, sizeof(fixed));
}

void Exposure::measure(const RenderCanvas& canvas, double brightness, double reference,
                       const std::function<void()>& bind) {
  survey_.use();
  glUniform1i(0, static_cast<GLint>(canvas.coarsePixels()));
  bind();
  groupSums_.bindStorage(1);
  glDispatchCompute(kSurveyGroups, 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);

  measure_.use();
  glUniform1i(0, kSurveyGroups);
  glUniform1f(1, static_cast<float>(brightness));
  glUniform1f(2, static_cast<float>(reference));
  groupSums_.bindStorage(0);
  factor_.bindStorage(1);
  glDispatchCompute(1, 1, 1);
  checkGl("glDispatchCompute(exposure)");
}

}  // namespace app
