// Opacity of vorticity relative to that at the end of the colours (1). Faint vorticity is clear, so that the cores are
// visible through it.
const float kOpaqueUnit = 256.0;  // fixed-point units per 1

float opacityOf(float value) {
  float x = min(value, 1.0);
  return x * x * (0.12 + 0.88 * x);
}
