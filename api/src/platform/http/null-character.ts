/**
 * Where a value holds a NUL character, which PostgreSQL cannot store in a text: the path of the
 * first one, as yup writes paths (`tags[0]`).
 */
export function nullCharacterPath(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const list = Array.isArray(value);
  for (const [name, item] of Object.entries(value)) {
    const inner = list ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    const found = nullCharacterPath(item, inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
