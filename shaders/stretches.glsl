// Index of one particle of the k-th stretch of `stride` among `count`, at a random place in it, as fixed steps would
// beat against the order of the particles. `salt` tells batches apart.
uint oneOfStretch(uint k, uint stride, uint count, uint salt) {
  uint h = (salt + k) * 0x9e3779b9u;
  h = (h ^ (h >> 15)) * 0x85ebca6bu;
  h ^= h >> 13;
  return min(k * stride + h % stride, count - 1u);
}
