// The bricks that hold something, in no particular order, and passes over them: a work group of 4 x 4 x 4 takes four at
// once, an invocation the four cells of one that differ in z.
layout(std430, binding = 1) buffer BrickList {
  uvec4 brickGroups;  // work groups; the arguments of an indirect dispatch
  uvec4 brickCount;   // x
  uint brickList[];   // place of each: x, y, z with 10 bits each
};

void listBrick(ivec3 brick) {
  uint at = atomicAdd(brickCount.x, 1u);
  brickList[at] = uint(brick.x) | uint(brick.y) << 10 | uint(brick.z) << 20;
}

// The first brick of this invocation, and from there to the next one.
uint firstBrick() { return gl_GlobalInvocationID.z + gl_WorkGroupID.x * gl_WorkGroupSize.z; }
uint brickStride() { return gl_NumWorkGroups.x * gl_WorkGroupSize.z; }

// The first cell of this invocation in the i-th brick.
ivec3 cellOfBrick(uint i) {
  uint brick = brickList[i];
  return ivec3(brick & 1023u, brick >> 10 & 1023u, brick >> 20) * 4 + ivec3(gl_LocalInvocationID.xy, 0);
}
