// Interleaved gradient noise (Jimenez 2014): neighbours differ as much as they can, and it has no clumps. A pixel
// keeps its own from frame to frame: in a film, what little it leaves of itself stands still. `shift` from 0 to 1.
float jitter(vec2 pixel, float shift) {
  return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))) + shift);
}
