#version 450
// The ground alone; with tiles.vert, for the whole picture.
#include "ground.glsl"
layout(location = 0) out vec4 result;

void main() { result = developed(groundAt(gl_FragCoord.xy), gl_FragCoord.xy); }
