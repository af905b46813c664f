import type { ByteRange } from '@solvent/object-store';

/** Parses a single byte range (RFC 9110, 14.2). @returns undefined for the whole content; `none` if unsatisfiable */
export function byteRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const end = size - 1;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? end : Math.min(Number(to), end);
  if (from !== '' && to !== '' && Number(to) < first) return undefined;
  return first > end ? 'none' : { first, last };
}
