#version 450
// Averages smoke over time: this picture's few rays, and the last result reprojected to where the same smoke is now. As
// the rays shift in each picture, their places add up to the resolution of the result. A former value outside the range
// of the rays now around its place is clamped to that range (Karis 2014), so that moving smoke leaves no trail.
layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 0) uniform sampler2D fresh;   // light towards the eye, transmittance
layout(binding = 1) uniform sampler2D former;  // the last result, of any size
layout(binding = 2) uniform sampler2D seenAt;  // of march.comp
layout(rgba16f, binding = 0) writeonly uniform image2D result;

layout(location = 0) uniform ivec2 size;  // of the result
layout(location = 1) uniform vec3 eye;
layout(location = 2) uniform vec3 forward;  // a step of unit depth towards the picture's middle
layout(location = 3) uniform vec3 right;    // from there to the right edge, at unit depth
layout(location = 4) uniform vec3 up;
layout(location = 5) uniform vec3 formerEye;  // the same four vectors of the last picture
layout(location = 6) uniform vec3 formerForward;
layout(location = 7) uniform vec3 formerRight;
layout(location = 8) uniform vec3 formerUp;
layout(location = 9) uniform vec2 within;  // position of the rays in the texels of fresh, 0 to 1

layout(location = 10) uniform bool moved;    // true if the camera has moved or `former` has another size

const ivec2 kBeside[4] = ivec2[4](ivec2(-1, 0), ivec2(1, 0), ivec2(0, -1), ivec2(0, 1));
const float kShare = 0.35;  // weight of this picture where a ray passes exactly

// The former picture interpolated by Catmull-Rom splines without their corner terms; repeated linear interpolation
// would blur it (Jimenez 2016).
vec4 formerAt(vec2 at) {
  vec2 texels = vec2(textureSize(former, 0)), place = at * texels - 0.5;
  vec2 part = fract(place), middle = place - part + 0.5;
  vec2 w0 = part * (-0.5 + part * (1.0 - 0.5 * part)), w3 = part * part * (0.5 * part - 0.5);
  vec2 w2 = part * (0.5 + part * (2.0 - 1.5 * part)), w1 = 1.0 - w0 - w2 - w3, w12 = w1 + w2;
  vec2 before = (middle - 1.0) / texels, between = (middle + w2 / w12) / texels, behind = (middle + 2.0) / texels;
  vec4 sum = w12.x * w12.y * textureLod(former, between, 0.0);
  sum += w12.x * w0.y * textureLod(former, vec2(between.x, before.y), 0.0);
  sum += w12.x * w3.y * textureLod(former, vec2(between.x, behind.y), 0.0);
  sum += w0.x * w12.y * textureLod(former, vec2(before.x, between.y), 0.0);
  sum += w3.x * w12.y * textureLod(former, vec2(behind.x, between.y), 0.0);
  float whole = w12.x * w12.y + w12.x * (w0.y + w3.y) + (w0.x + w3.x) * w12.y;
  return sum / whole;
}

// Position on the former picture of the smoke now at `at` and `depth`, both positions -1 to 1 from edge to edge;
// outside that range if it was behind the eye.
vec2 formerPlace(vec2 at, float depth) {
  vec3 axis = normalize(cross(formerUp, formerRight));
  vec3 place = eye + depth * (forward + at.x * right + at.y * up) - formerEye;
  float far = dot(place, axis), ahead = dot(formerForward, axis);
  vec3 side = place * ahead / far - formerForward;
  if (far * ahead <= 0.0) return vec2(2.0);
  return vec2(dot(side, formerRight) / dot(formerRight, formerRight), dot(side, formerUp) / dot(formerUp, formerUp));
}

void main() {
  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(pixel, size))) return;
  vec2 rays = vec2(textureSize(fresh, 0)), part = (vec2(pixel) + 0.5) / vec2(size);
  vec2 ray = part * rays - within, nearest = floor(ray + 0.5), apart = (ray - nearest) * vec2(size) / rays;
  ivec2 middle = ivec2(nearest), last = ivec2(rays) - 1;
  vec4 here = textureLod(fresh, (ray + 0.5) / rays, 0.0);
  float depth = texelFetch(seenAt, clamp(middle, ivec2(0), last), 0).x;
  // Most of a picture is empty. These are loops because software drivers execute both branches of an if.
  bool empty = depth == 0.0 && here.a > 0.999;
  for (int turn = empty ? 1 : 0; turn < 1; ++turn) {
    vec4 seen = texelFetch(fresh, clamp(middle, ivec2(0), last), 0), least = min(seen, here), most = max(seen, here);
    for (int i = 0; i < 4; ++i) {
      vec4 there = texelFetch(fresh, clamp(middle + kBeside[i], ivec2(0), last), 0);
      least = min(least, there);
      most = max(most, there);
    }
    vec4 before = texelFetch(former, min(pixel, textureSize(former, 0) - 1), 0);
    for (int again = moved ? 0 : 1; again < 1; ++again) {
      for (int i = 0; i < 4 && depth == 0.0; ++i)
        depth = texelFetch(seenAt, clamp(middle + kBeside[i], ivec2(0), last), 0).x;
      vec2 was = formerPlace(2.0 * part - 1.0, depth);
      bool there = depth > 0.0 && all(lessThan(abs(was), vec2(1.0)));
      before = there ? formerAt(0.5 * was + 0.5) : here;
    }
    here = mix(clamp(before, least, most), seen, kShare * exp(-2.0 * dot(apart, apart)));
  }
  imageStore(result, pixel, here);
}
