// The background of a picture: one colour, a night that is lighter above and darker towards its corners, or a studio's
// backdrop, lit from above and dark at its foot; and the output to the picture. app/render/picture/ground.h sets the
// uniforms.
// Variants: NIGHT     a night
//           BACKDROP  a studio's backdrop
//           SQUARES   squares of two colours in place of a ground that is left out
//           SOLIDS    bodies in space before it
layout(binding = 0) writeonly uniform image2D canvas;  // of any format: bytes, or halves for further work
layout(location = 16) uniform vec3 groundAbove;  // linear light
layout(location = 17) uniform vec3 groundBelow;
layout(location = 18) uniform vec2 groundSize;   // of the picture, pixels

const float kSquares = 45.0;  // squares in a column

#ifdef SOLIDS
layout(binding = 18) uniform sampler2D solidColours;  // premultiplied linear light of each pixel
#endif

vec3 bareGroundAt(vec2 pixel) {
#ifdef BACKDROP
  vec2 at = pixel / groundSize;
  float height = smoothstep(0.0, 1.0, at.y);
  float aside = (at.x - 0.5) * groundSize.x / groundSize.y;
  float spot = exp(-1.6 * (aside * aside + (at.y - 0.85) * (at.y - 0.85)));
  return mix(groundBelow, groundAbove, height * (0.55 + 0.45 * spot));
#elif defined(NIGHT)
  vec2 at = pixel / groundSize, aside = (at - 0.5) * vec2(groundSize.x / groundSize.y, 1.0);
  float corner = smoothstep(0.25, 1.1, length(aside));
  return mix(groundBelow, groundAbove, smoothstep(-0.2, 1.2, at.y)) * (1.0 - 0.5 * corner);
#elif defined(SQUARES)
  ivec2 square = ivec2(pixel * (kSquares / groundSize.y));
  return (square.x + square.y) % 2 == 0 ? groundAbove : groundBelow;
#else
  return groundAbove;
#endif
}

vec3 withSolids(vec3 ground, vec2 pixel) {
#ifdef SOLIDS
  vec4 solid = texelFetch(solidColours, ivec2(pixel), 0);
  return ground * (1.0 - solid.a) + solid.rgb;
#else
  return ground;
#endif
}

vec3 groundAt(vec2 pixel) { return withSolids(bareGroundAt(pixel), pixel); }

// The sRGB curve within 0.002, without pow.
vec3 encode(vec3 v) {
  vec3 root = sqrt(v);
  vec3 fourth = sqrt(root);
  return 0.585122381 * root + 0.783140355 * fourth - 0.368262736 * sqrt(fourth);
}

// Stores linear light. Where the ground changes slowly, half a step of noise keeps it from showing bands.
void develop(ivec2 at, vec3 light) {
  vec3 code = encode(max(light, 0.0));
#if defined(BACKDROP) || defined(NIGHT)
  float noise = fract(dot(vec2(at), vec2(0.06711056, 0.00583715)));
  code += (fract(52.9829189 * noise + vec3(0.0, 0.333, 0.667)) - 0.5) / 255.0;
#endif
  imageStore(canvas, at, vec4(max(code, 0.0), 1.0));  // bytes are clamped to 1, halves are not
}
