// Reading the volume, where its bricks are not empty; those hold what former pictures left there. Needs
// volume_frame.glsl, `bricks` and a sampler `density`.

// In cells from the low corner of the box.
vec3 cellOf(vec3 place) { return (place - frame.box.xyz) / frame.box.w; }

bool isFilled(ivec3 brick) {
  uvec3 b = uvec3(brick);
  return all(lessThan(b, frame.brickGroups.xyz)) &&
         bricks[(b.z * frame.brickGroups.y + b.y) * frame.brickGroups.x + b.x] != 0u;
}

// All that the volume knows of a place, given in cells; the first part is the optical depth across a cell.
vec4 densityAt(vec3 cell) {
  if (!isFilled(ivec3(floor(cell)) >> 3)) return vec4(0.0);
  return textureLod(density, cell / vec3(textureSize(density, 0)), 0.0);
}
