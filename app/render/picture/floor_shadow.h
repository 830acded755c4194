#pragma once

#include "camera/camera_rays.h"
#include "particles/picture_contents.h"
#include "render/picture/density_volume.h"
#include "scene/view_settings.h"

namespace app {

/// Is there a shadow of the smoke to draw: does the view want one, is the floor known, and does the first lamp stand
/// above it?
bool throwsShadow(const PictureContents& contents, const ViewSettings& view);

/// Sets what floor_shadow.glsl reads, for the program in use. contents.floor must be known.
void setFloorShadow(const PictureContents& contents, const ViewSettings& view, const CameraRays& rays,
                    const DensityVolume& volume);

}  // namespace app
