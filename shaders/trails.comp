#version 450
// Keeps where tracers have been: writes the places of the present to one of the times of each path. The path of a
// tracer that is new, or was born anew since the last call, begins here: no line leads to where another one was.
// Variants: BIRTHS  tags tell births, which change where a tracer is born anew
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Particles { vec4 particles[]; };
layout(std430, binding = 1) buffer Paths { float paths[]; };  // [path][TIMES][3]
#ifdef BIRTHS
layout(std430, binding = 2) buffer Births { uint births[]; };  // [path] bits of the birth as of the last call
struct Tag {
  uint ring;
  uint birth;
};
layout(std430, binding = 7) readonly buffer Tags { Tag tags[]; };
#endif

layout(location = 0) uniform uint count;   // number of paths
layout(location = 1) uniform uint stride;  // tracers per path
layout(location = 2) uniform uint known;   // paths that have been written before
layout(location = 3) uniform int slot;     // the time to write; -1: none

void main() {
  uint path = gl_GlobalInvocationID.x;
  if (path >= count) return;
  vec3 place = particles[path * stride].xyz;
  bool anew = path >= known;
#ifdef BIRTHS
  uint birth = tags[path * stride].birth;
  anew = anew || births[path] != birth;
  births[path] = birth;
#endif
  if (!anew && slot < 0) return;
  for (int time = anew ? 0 : slot; time < (anew ? TIMES : slot + 1); ++time) {
    uint at = 3u * (path * uint(TIMES) + uint(time));
    paths[at] = place.x;
    paths[at + 1u] = place.y;
    paths[at + 2u] = place.z;
  }
}
