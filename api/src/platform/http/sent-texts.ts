/** The path, as yup writes it (`tags[0]`), of the first text with a NUL character, which PostgreSQL cannot store. */
export function findNullCharacter(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const isList = Array.isArray(value);
  for (const [name, item] of Object.entries(value)) {
    const inner = isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    const found = findNullCharacter(item, inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Converts line ends to LF, as text fields have them: multipart forms send CRLF, JSON clients either. */
export function normalizeLineEnds(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/\r\n?/g, '\n');
  if (Array.isArray(value)) return value.map(normalizeLineEnds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, normalizeLineEnds(item)]));
}
