// Language extensions for pair_sums.glsl; must be included before anything else.
#ifdef PAIRS_AT_ONCE
#extension GL_NV_gpu_shader5 : require
#extension GL_NV_shader_atomic_int64 : require
#endif
