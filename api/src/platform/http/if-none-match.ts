import type { FastifyRequest } from 'fastify';

/** Whether who asks has this copy already (RFC 9110, 13.1.2). @param etag in quotes, a strong one */
export const matchesEtag = ({ headers }: FastifyRequest, etag: string): boolean =>
  // A proxy that compresses calls a hash weak (`W/`); here it is as good.
  headers['if-none-match']?.split(/\s*,\s*(?:W\/)?|^W\//).includes(etag) === true;
