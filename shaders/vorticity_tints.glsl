// Colours of the rings that the vorticity comes from, on the grid of tints. Must follow vorticity_census.glsl.
layout(binding = 15) uniform sampler3D ringTints;  // linear light; |omega| about a place over that of cores

// Both at a place in cells of the volume, of which there are `cells`. Cubic B-splines from eight sampler means, as in
// grain.glsl: linear weights would draw the cells' edges where two colours meet.
vec4 ringTintAt(vec3 cell, ivec3 cells) {
  vec3 at = clamp(0.5 * cell, vec3(0.5), vec3(tintCells(cells)) - 0.5) - 0.5;
  vec3 part = fract(at), rest = 1.0 - part, whole = at - part + 0.5;
  vec3 w0 = rest * rest * rest / 6.0, w1 = 2.0 / 3.0 - 0.5 * part * part * (2.0 - part);
  vec3 w3 = part * part * part / 6.0, low = w0 + w1;
  // Texels behind the last cell hold nothing.
  vec3 size = vec3(textureSize(ringTints, 0)), most = vec3(tintCells(cells)) - 0.5;
  vec3 from = max(whole - 1.0 + w1 / low, vec3(0.5)) / size, to = min(whole + 1.0 + w3 / (1.0 - low), most) / size;
  vec4 sum = vec4(0.0);
  for (int i = 0; i < 8; ++i) {
    bvec3 upper = bvec3(i & 1, i & 2, i & 4);
    vec3 weight = mix(low, 1.0 - low, upper);
    sum += weight.x * weight.y * weight.z * textureLod(ringTints, mix(from, to, upper), 0.0);
  }
  return sum;
}

// How solid the surface of this level is where the tint is this, 0 to 1. About a core's surface the vorticity is much
// stronger than the level. Where it hardly reaches the level, as in thin sheets and tangles, lattice and cells would
// tear the surface, and the glow alone shows them.
float solidity(vec4 tint, float level) { return smoothstep(1.05, 1.35, tint.w / level); }
