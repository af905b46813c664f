import type { ByteRange } from '@solvent/object-store';

/**
 * What a `Range` header asks of `size` bytes (RFC 9110, 14.2). Several ranges, other units and what cannot be read ask for
 * nothing in particular.
 * @returns undefined for all of it; `none` where there is nothing of what it asks for
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const end = size - 1;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? end : Math.min(Number(to), end);
  if (from !== '' && to !== '' && Number(to) < first) return undefined;
  return first > end ? 'none' : { first, last };
}
