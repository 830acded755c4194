// Census of all vortex elements and of their vorticity on the grid; included by the passes that make or draw its
// volume. The layout, the same by std140 and std430, is Census of app/render/picture/vorticity_volume.cpp.
// Variants: CENSUS_ACCESS  access qualifier for passes that make the volume; without it, a uniform block
struct VorticityCensus {
  uvec4 groups;      // work groups of a pass over all cells, 256 in each; the arguments of an indirect dispatch
  uvec4 moreGroups;  // the same if the elements' core radii differ, else none
  uvec4 tintGroups;  // work groups of a pass over the grid of tints
  uvec4 extremes;    // bits of the smallest and largest core width [L], and of the largest and the typical |omega| of
                     // cores [1/T], or 0 if the latter is not needed
  vec4 total;        // x: sum of |alpha| [L^3/T], y: number of core radii, 1 or 3
};

#ifdef CENSUS_ACCESS
layout(std430, binding = 2) CENSUS_ACCESS buffer Census { VorticityCensus census; };
#else
layout(std140, binding = 2) uniform Census { VorticityCensus census; };
#endif

// The grid of ring colours has cells twice as wide.
ivec3 tintCells(ivec3 cells) { return (cells + 1) / 2; }

// Fixed-point units per unit of strength: the largest sum stays below 2^30.
float strengthUnit() { return census.total.x > 0.0 ? 1073741824.0 / census.total.x : 0.0; }
float largestVorticity() { return uintBitsToFloat(census.extremes.z); }
// Vorticity of the cores, by which pictures measure it [1/T].
float coreVorticity() {
  float cores = uintBitsToFloat(census.extremes.w);
  return max(cores > 0.0 ? cores : largestVorticity(), 1.0e-30);
}
// Vorticity at the end of the colours [1/T]; `given` by the view, or if 0, that of the cores of the present flow.
float scaleTop(float given) { return given > 0.0 ? given : coreVorticity(); }

// Elements are blurred with at most three core radii: smallest, geometric mean, largest.
float coreRadius(int index) {
  float least = uintBitsToFloat(census.extremes.x), most = uintBitsToFloat(census.extremes.y);
  if (index == 1 || census.total.y < 2.0) return sqrt(least * most);
  return index == 0 ? least : most;
}

// The part of an element that is blurred with this core radius. Two radii share an element so that its second moment is
// right.
float partOf(int index, float radius) {
  if (census.total.y < 2.0) return index == 0 ? 1.0 : 0.0;
  float square = radius * radius, own = coreRadius(index) * coreRadius(index);
  float before = index > 0 ? coreRadius(index - 1) * coreRadius(index - 1) : -1.0;
  float behind = index < 2 ? coreRadius(index + 1) * coreRadius(index + 1) : own + 1.0;
  if (square < own) return index == 0 ? 1.0 : clamp((square - before) / (own - before), 0.0, 1.0);
  return index == 2 ? 1.0 : clamp((behind - square) / (behind - own), 0.0, 1.0);
}
