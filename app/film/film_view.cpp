#include "film/film_view.h"

#include <cmath>
#include <utility>
#include <vector>

namespace app {

Framing framingAt(Flow& flow, const FilmView& view, double frame) {
  Framing framing;
  if (!view.framed || view.camera.keys().size() > 1) return framing;
  const std::vector<double>& before = flow.framing();
  double last = frame;
  if (!before.empty()) {
    last = before.front();
    framing.restore({before.begin() + 1, before.end()});
    if (frame < last || frame > last + 1) framing.forget();  // recorded by another film
  }
  framing.take(flow.framedPoints(), Camera(view.camera.at(0)), (frame - last) / view.framesPerSecond);
  std::vector<double> now = framing.numbers();
  if (now.empty() || frame != std::floor(frame)) return framing;
  now.insert(now.begin(), frame);
  flow.setFraming(std::move(now));
  return framing;
}

}  // namespace app
