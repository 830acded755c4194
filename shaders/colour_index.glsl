// Position of a tracer on the colour map, 0 to 1; included by every shader that colours tracers.
// Variants: COLOUR_BY_RING, COLOUR_BY_AGE, COLOUR_BY_DEPTH; without them, by the solver's scalar
//           UNTAGGED  no tags are bound: all tracers are of the first ring and as old as the flow
//           TINTS     with COLOUR_BY_RING: colours themselves; must follow pair_sums.glsl
// app/render/picture/colour_scale.h chooses the variant, sets the uniforms and binds the tags.
#if defined(COLOUR_BY_RING) || defined(COLOUR_BY_AGE)
struct Tag {
  uint ring;
  float birth;
};
#if defined(UNTAGGED)
Tag tagOf(uint index) { return Tag(0u, 0.0); }
#else
layout(std430, binding = 7) readonly buffer Tags { Tag tags[]; };  // in the order of the tracers
Tag tagOf(uint index) { return tags[index]; }
#endif
#endif

#if defined(COLOUR_BY_RING) && defined(UNTAGGED)
float colourIndex(vec4 particle, uint index) { return 0.0; }
#elif defined(COLOUR_BY_RING)
layout(location = 20) uniform uint ringPlaces;  // number of rings on the palette

// `particle`: x, y, z of the tracer and the solver's scalar; `index`: its index among those bound.
float colourIndex(vec4 particle, uint index) {
  return float(tagOf(index).ring % ringPlaces) / float(max(ringPlaces, 2u) - 1u);
}
#else
layout(location = 20) uniform vec2 colourScale;  // value at the map's start, 1 / (value at its end - start)
#if defined(COLOUR_BY_AGE)
layout(location = 21) uniform float colourTime;
float colourValue(vec4 particle, uint index) { return abs(colourTime - tagOf(index).birth); }
#elif defined(COLOUR_BY_DEPTH)
layout(location = 21) uniform vec3 colourEye;
float colourValue(vec4 particle, uint index) { return distance(particle.xyz, colourEye); }
#else
float colourValue(vec4 particle, uint index) { return particle.w; }
#endif

// `particle`: x, y, z of the tracer and the solver's scalar; `index`: its index among those bound.
float colourIndex(vec4 particle, uint index) {
  return clamp((colourValue(particle, index) - colourScale.x) * colourScale.y, 0.0, 1.0);
}
#endif

// The quantity that is summed over tracers.
#ifdef TINTS
layout(binding = 14) uniform sampler2D ringTints;
vec3 tintOf(vec4 particle, uint index) {
  return texelFetch(ringTints, ivec2(int(colourIndex(particle, index) * 255.0 + 0.5), 0), 0).rgb;
}
#else
float tintOf(vec4 particle, uint index) { return colourIndex(particle, index); }
#endif
