// List of the filled bricks in storage order, and passes over it: a work group of 64 takes four bricks at once, an
// invocation four cells of a brick that differ in z. Work groups have one dimension, as software drivers vectorise
// along x only.
layout(std430, binding = 1) buffer BrickList {
  uvec4 brickGroups;  // work groups; the arguments of an indirect dispatch
  uvec4 brickCount;   // x
  uint brickList[];   // position of each brick: x, y, z with 10 bits each
};

// List index of this invocation's first brick, and the step to its next one.
uint firstBrick() { return gl_GlobalInvocationID.x / 16u; }
uint brickStride() { return gl_NumWorkGroups.x * gl_WorkGroupSize.x / 16u; }

// The first cell of this invocation in the i-th brick.
ivec3 cellOfBrick(uint i) {
  uint brick = brickList[i];
  uint column = gl_LocalInvocationIndex & 15u;
  return ivec3(brick & 1023u, brick >> 10 & 1023u, brick >> 20) * 4 + ivec3(column & 3u, column >> 2, 0);
}
