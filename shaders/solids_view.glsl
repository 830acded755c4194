// Bodies in space, which hide what is behind them; app/render/picture/solids.h binds them.
layout(binding = 17) uniform sampler2D solidDepths;  // along the view's axis, of each pixel of the picture

const float kNoSolid = 1.0e29;  // at least this without a body

// Depth of the body at a place of the picture, 0 to 1 along each side.
float solidDepthAt(vec2 at) { return textureLod(solidDepths, at, 0.0).r; }
