// The bricks that hold something, in the order in which they stand, and passes over them: a work group of 64 takes four at once,
// an invocation the four cells of one that differ in z. It has one dimension: software drivers fill their vectors along
// x only.
layout(std430, binding = 1) buffer BrickList {
  uvec4 brickGroups;  // work groups; the arguments of an indirect dispatch
  uvec4 brickCount;   // x
  uint brickList[];   // place of each: x, y, z with 10 bits each
};

// The first brick of this invocation, and from there to the next one.
uint firstBrick() { return gl_GlobalInvocationID.x / 16u; }
uint brickStride() { return gl_NumWorkGroups.x * gl_WorkGroupSize.x / 16u; }

// The first cell of this invocation in the i-th brick.
ivec3 cellOfBrick(uint i) {
  uint brick = brickList[i];
  uint column = gl_LocalInvocationIndex & 15u;
  return ivec3(brick & 1023u, brick >> 10 & 1023u, brick >> 20) * 4 + ivec3(column & 3u, column >> 2, 0);
}
