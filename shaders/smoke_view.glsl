// Transmittance of the smoke from the eye to a place, for objects drawn one by one; after volume_frame.glsl.
layout(binding = 0) uniform sampler3D arrivedView;

// 1 outside the rays of the volume.
float seenPart(vec3 place) {
  if (frame.cells.x == 0) return 1.0;
  vec3 uvw = coordinatesOn(frame.eye, place);
  bool met = all(greaterThan(uvw.xy, vec2(0.0))) && all(lessThan(uvw.xy, vec2(1.0))) && uvw.z > 0.0;
  return met ? textureLod(arrivedView, uvw, 0.0).x : 1.0;
}
