#version 450
// Copies a picture with premultiplied alpha over another one, pixel by pixel.
layout(binding = 0) uniform sampler2D image;  // rows from top to bottom

layout(location = 0) uniform ivec2 corner;  // column of the image's first pixel, row of its first row

layout(location = 0) out vec4 result;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  result = texelFetch(image, ivec2(pixel.x - corner.x, corner.y - pixel.y), 0);
}
