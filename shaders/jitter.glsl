// Interleaved gradient noise (Jimenez 2014): neighbouring pixels differ strongly, without clumps. Each pixel keeps its
// value from frame to frame, so that what remains visible of the noise does not move in a film. `shift` from 0 to 1.
float jitter(vec2 pixel, float shift) {
  return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))) + shift);
}
