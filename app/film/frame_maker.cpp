#include "film/frame_maker.h"

#include "fmm/cuda.h"

namespace app {
namespace {

std::optional<int> deviceFor(const FrameSettings& settings) {
  if (!settings.cuda || !fmm::cudaBackendAvailable()) return std::nullopt;
  return fmm::cudaDevice().ordinal;
}

}  // namespace

FrameMaker::FrameMaker(const FrameSettings& settings)
    : settings_(settings),
      context_(deviceFor(settings)),
      rendererName_(glRendererName()),
      renderer_(settings.width, settings.height, settings.supersampling),
      tracers_(makeParticleStream()),
      elements_(makeParticleStream()),
      strengths_(makeParticleStream()),
      elementStore_(makeParticleStore()) {}

void FrameMaker::load(fmm::VortexSystem& system) {
  const bool device = system.report().backend == "cuda";
  const std::size_t count = system.tracerCount();
  fmm::ParticleTarget target = device ? tracers_->mapForDevice(count) : tracers_->map(count);
  target.scalar = scalarFor(settings_.view.colourBy);
  system.writeTracers(target);
  tracers_->unmap();
  loadElements(system, device);
  loadTags(system);
  loadInside(system, device);
  time_ = system.time();
}

void FrameMaker::loadElements(fmm::VortexSystem& system, bool device) {
  const bool drawn = settings_.view.drawElements || settings_.view.arrows, followed = settings_.view.follow;
  const bool sampled = followed || settings_.view.colourBy == ColourBy::depth;
  if (drawn || (sampled && device)) {
    system.writeElements(elementStore_->prepare(system.elementCount(), device));
  }
  if (drawn) copyParticles(*elementStore_, *elements_);
  if (!sampled) return;
  const std::vector<fmm::Vec3> sample =
      device ? elementStore_->sample(sampleStride(system.elementCount())) : samplePositions(system.elements());
  centre_ = meanPosition(sample);
  extent_ = extentAbout(centre_, sample) + settings_.tracerTube;
  if (followed) shift_ = centre_ - settings_.startCentroid;
}

/// Where colours need them. Tracers keep theirs; rings that join bring more.
void FrameMaker::loadTags(const fmm::VortexSystem& system) {
  if (!needsTags(settings_.view.colourBy) || tags_.count() == system.tracerCount()) return;
  tags_.load(tagsOf(system.tracers(), settings_.ringBirths));
}

/// What the overlay shows of the solver.
void FrameMaker::loadInside(fmm::VortexSystem& system, bool device) {
  if (settings_.view.arrows) {
    const std::size_t count = system.elementCount();
    system.writeElementStrengths(device ? strengths_->mapForDevice(count) : strengths_->map(count));
    strengths_->unmap();
  }
  if (settings_.view.cells) tree_.cells = system.treeCells();
}

void FrameMaker::draw(std::int64_t number) {
  Camera camera(settings_.camera.at(static_cast<double>(number) / settings_.framesPerSecond));
  camera.follow(shift_);
  PictureContents contents{*tracers_};
  contents.elements = elements_.get();
  contents.speedRange = settings_.speedRange;
  contents.vorticityRange = settings_.vorticityRange;
  contents.time = time_;
  contents.tags = &tags_;
  contents.centre = centre_;
  contents.extent = extent_;
  contents.strengths = strengths_.get();
  contents.tree = &tree_;
  contents.floor = &settings_.floor;
  renderer_.draw(contents, camera, settings_.view);
}

}  // namespace app
