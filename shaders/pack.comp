#version 450
// Packs a picture into bytes for the host: rows from top to bottom, 3 bytes a pixel, no padding. An invocation packs 4
// pixels into 3 words.
layout(local_size_x = 64) in;

layout(std430, binding = 0) writeonly buffer Packed { uint words[]; };
layout(binding = 0) uniform sampler2D picture;  // its first row is the lowest

layout(location = 0) uniform ivec2 size;

uvec3 pixel(int index) {
  int row = index / size.x;
  ivec2 at = ivec2(index - row * size.x, max(size.y - 1 - row, 0));  // the last invocation may reach beyond the end
  return uvec3(texelFetch(picture, at, 0).rgb * 255.0 + 0.5);
}

void main() {
  int quads = (size.x * size.y + 3) / 4;
  int stride = int(gl_NumWorkGroups.x * gl_WorkGroupSize.x);
  for (int i = int(gl_GlobalInvocationID.x); i < quads; i += stride) {
    uvec3 a = pixel(4 * i), b = pixel(4 * i + 1), c = pixel(4 * i + 2), d = pixel(4 * i + 3);
    words[3 * i] = a.r | a.g << 8 | a.b << 16 | b.r << 24;
    words[3 * i + 1] = b.g | b.b << 8 | c.r << 16 | c.g << 24;
    words[3 * i + 2] = c.b | d.r << 8 | d.g << 16 | d.b << 24;
  }
}
