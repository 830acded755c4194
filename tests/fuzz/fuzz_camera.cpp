// Camera paths. A flight that is accepted is written and read again as the same one, and has a pose at every time.

#include <cmath>

#include "camera/camera_path.h"
#include "fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::optional<app::CameraPath> path;
  if (!fuzz::accepts([&] { path = app::CameraPath::parse(fuzz::textOf(data, size), "path.toml", {}); })) return 0;
  for (const double time : {0.0, 0.5, 1e6})
    if (!std::isfinite(fmm::norm(path->at(time).eye))) fuzz::fail("the camera is nowhere");
  const std::string written = app::formatCameraFlight(path->flight());
  std::optional<app::CameraPath> again;
  if (!fuzz::accepts([&] { again = app::CameraPath::parse(written, "path.toml", {}); }) ||
      !(again->flight() == path->flight()))
    fuzz::fail("the flight is not read as it was written:\n" + written);
  return 0;
}
