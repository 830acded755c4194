#include "frame_maker.h"

namespace app {

fmm::Vec3 centroid(const fmm::Elements& elements) {
  fmm::Vec3 sum;
  for (const fmm::Vec3& x : elements.position) sum = sum + x;
  return elements.size() > 0 ? (1.0 / static_cast<double>(elements.size())) * sum : sum;
}

FrameMaker::FrameMaker(const FrameSettings& settings)
    : settings_(settings),
      rendererName_(glRendererName()),
      renderer_(settings.width, settings.height),
      tracers_(makeHostParticleStream()),
      elements_(makeHostParticleStream()) {}

void FrameMaker::load(fmm::VortexSystem& system) {
  system.writeTracers(tracers_->map(system.tracerCount()));
  tracers_->unmap();
  if (settings_.view.drawElements) {
    system.writeElements(elements_->map(system.elementCount()));
    elements_->unmap();
  }
  if (settings_.view.follow) shift_ = centroid(system.elements()) - settings_.startCentroid;
}

Image FrameMaker::draw(std::int64_t number) {
  Camera camera(settings_.camera.at(static_cast<double>(number) / settings_.framesPerSecond));
  camera.follow(shift_);
  renderer_.draw(*tracers_, settings_.view.drawElements ? elements_.get() : nullptr, camera, settings_.view,
                 settings_.speedRange);
  return renderer_.read();
}

}  // namespace app
