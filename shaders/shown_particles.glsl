// True if a particle is drawn: all its numbers are finite. Infinities and NaN lie above the bits of 1e30. The test is
// on bits, as drivers may take a comparison with NaN either way.
bool isShown(vec4 particle) {
  return !any(greaterThan(floatBitsToUint(abs(particle)), uvec4(0x7149f2cau)));
}
