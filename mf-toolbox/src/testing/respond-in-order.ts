/** Returns each response once, then repeats the last. */
export function respondInOrder(...answers: object[]): () => object {
  const remaining = [...answers];
  return () => (remaining.length > 1 ? remaining.shift() : remaining[0]) ?? {};
}
