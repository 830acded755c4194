// What is behind everything: a colour, or a studio's backdrop, lit from above and dark at its foot.
layout(location = 16) uniform vec3 groundAbove;  // linear light
layout(location = 17) uniform vec3 groundBelow;
layout(location = 18) uniform vec2 groundSize;   // of the picture, pixels

vec3 groundAt(vec2 pixel) {
  if (groundAbove == groundBelow) return groundAbove;
  vec2 at = pixel / groundSize;
  float height = smoothstep(0.0, 1.0, at.y);
  float aside = (at.x - 0.5) * groundSize.x / groundSize.y;
  float spot = exp(-1.6 * (aside * aside + (at.y - 0.85) * (at.y - 0.85)));
  return mix(groundBelow, groundAbove, height * (0.55 + 0.45 * spot));
}

// sRGB's curve within 0.002, without pow.
vec3 encode(vec3 v) {
  vec3 root = sqrt(v);
  vec3 fourth = sqrt(root);
  return 0.585122381 * root + 0.783140355 * fourth - 0.368262736 * sqrt(fourth);
}

// The bytes of linear light, with half a step of noise, so that slow changes show no bands.
vec4 developed(vec3 light, vec2 pixel) {
  vec3 noise = fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))) + vec3(0.0, 0.333, 0.667)) - 0.5;
  vec3 code = clamp(encode(max(light, 0.0)), 0.0, 1.0);
  if (groundAbove != groundBelow) code = clamp(code + noise / 255.0, 0.0, 1.0);
  return vec4(code, 1.0);
}
