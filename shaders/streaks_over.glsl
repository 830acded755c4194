// Draws streaks over the picture: light of their colour in the dark, ink of their colour on paper.
// Variants: STREAKS    there are streaks to draw
//           INK_LINES  on paper
#ifdef STREAKS
layout(std430, binding = 4) readonly buffer Streaks { uvec2 streaks[]; };
layout(std430, binding = 6) readonly buffer StreaksMore { uvec2 streaksMore[]; };

layout(std430, binding = 7) readonly buffer StreakDepth { float streakDepth; };  // optical depth of a line

layout(location = 13) uniform float streakScale;  // lines over their weight

vec3 withStreaks(vec3 picture, int at) {
  vec4 sums = vec4(streaks[at], streaksMore[at]);
  if (sums.x <= 0.0) return picture;
  vec3 tint = clamp(sums.yzw / sums.x, 0.0, 1.0);
  float depth = streakDepth * sums.x * streakScale;
  depth *= inversesqrt(sqrt(1.0 + depth));  // the densest places keep some structure
  float cover = 1.0 - exp2(-depth);
#ifdef INK_LINES
  return picture * mix(vec3(1.0), exp2(-6.643856 * tint), cover);  // tints of inks, as in tracer_sums.glsl
#else
  return mix(picture, tint, cover);
#endif
}
#else
vec3 withStreaks(vec3 picture, int at) { return picture; }
#endif
