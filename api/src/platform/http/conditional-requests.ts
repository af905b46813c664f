import type { ByteRange } from '@solvent/object-store';
import type { FastifyRequest } from 'fastify';
import fresh from 'fresh';

/** Returns whether the client has this version (RFC 9110, 13.1.2). @param etag a strong one, in quotes */
export const matchesEtag = ({ headers }: FastifyRequest, etag: string): boolean => fresh(headers, { etag });

/**
 * Finds the single byte range that a client requests (RFC 9110, 14.2).
 * @returns undefined for the whole content; `none` if unsatisfiable
 */
export function findRange({ headers }: FastifyRequest, etag: string, size: number): ByteRange | 'none' | undefined {
  const { range = '', 'if-range': condition = etag } = headers;
  const [, from = '', to = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? [];
  if (condition !== etag || (from === '' && to === '')) return undefined;
  const end = size - 1;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? end : Math.min(Number(to), end);
  if (from !== '' && to !== '' && Number(to) < first) return undefined;
  return first > end ? 'none' : { first, last };
}
