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

/**
 * A value whose texts end their lines with LF alone, as a text field of a browser holds them. On its way in a form with files
 * each LF becomes CRLF (HTML, "multipart/form-data encoding algorithm"), and whoever writes JSON may send either: what was typed
 * is what is counted, compared and stored.
 */
export function withLineFeeds(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/\r\n?/g, '\n');
  if (Array.isArray(value)) return value.map(withLineFeeds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withLineFeeds(item)]));
}
