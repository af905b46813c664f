/** Gives one answer after the other; the last one repeats. */
export function respondInOrder(...answers: object[]): () => object {
  const remaining = [...answers];
  return () => (remaining.length > 1 ? remaining.shift() : remaining[0]) ?? {};
}
