// Maps light of any strength to the range of a screen. The darkest parts become slightly darker, as on film. The
// strongest component of a colour bends towards 1, and the others keep their ratios to it, so that bright colours keep
// their hue and are no pastels; only light far above the range turns to a warm white.
const float kToe = 0.015;
const vec3 kWarmWhite = vec3(1.0, 0.93, 0.82);
const vec2 kPeaks = vec2(1.6, 8.0);  // light that begins to turn white, and light that is white
const float kMostWhite = 0.85;

vec3 toneMapped(vec3 light) {
  float most = max(light.r, max(light.g, light.b));
  vec3 hue = light / max(most, 1.0e-9);
  most *= most / (most + kToe);
  float bright = most * pow(1.0 + most * most * most, -1.0 / 3.0);
  return bright * mix(hue, kWarmWhite, kMostWhite * smoothstep(kPeaks.x, kPeaks.y, most));
}
