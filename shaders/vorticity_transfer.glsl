// How opaque vorticity is, relative to what stands at the end of the colours (1); faint vorticity is clear, so that one
// sees through to the cores.
const float kOpaqueUnit = 256.0;  // whole numbers that stand for 1

float opacityOf(float value) {
  float x = min(value, 1.0);
  return x * x * (0.12 + 0.88 * x);
}
