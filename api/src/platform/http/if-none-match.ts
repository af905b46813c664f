import type { FastifyRequest } from 'fastify';

/** Whether the client has this version (RFC 9110, 13.1.2). @param etag a strong one, in quotes */
export const matchesEtag = ({ headers }: FastifyRequest, etag: string): boolean =>
  // A proxy that compresses makes the tag weak (`W/`).
  headers['if-none-match']?.split(/\s*,\s*(?:W\/)?|^W\//).includes(etag) === true;
