// Draws vortex elements over the picture.
// Variants: ELEMENTS  there are elements to draw
#ifdef ELEMENTS
layout(std430, binding = 2) readonly buffer ElementDensity { uint elementDensity[]; };

layout(location = 3) uniform float elementScale;
layout(location = 12) uniform vec3 elementColour;  // linear light

vec3 withElements(vec3 picture, int at) {
  return mix(picture, elementColour, 1.0 - exp2(-float(elementDensity[at]) * elementScale));
}
#else
vec3 withElements(vec3 picture, int at) { return picture; }
#endif
