#version 450
// Adds a shot to the sum of the earlier shots; the last shot is replaced by the mean of all.
layout(local_size_x = 8, local_size_y = 8) in;

layout(rgba32f, binding = 0) uniform image2D sum;
layout(rgba16f, binding = 1) uniform image2D shot;

layout(location = 0) uniform ivec2 size;
layout(location = 1) uniform ivec2 progress;  // number of this shot, how many there are

void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(at, size))) return;
  vec4 light = imageLoad(shot, at);
  if (progress.x > 0) light += imageLoad(sum, at);
  if (progress.x + 1 < progress.y) {
    imageStore(sum, at, light);
  } else {
    imageStore(shot, at, light / float(progress.y));
  }
}
