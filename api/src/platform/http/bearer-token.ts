import type { FastifyRequest } from 'fastify';

/** The token of `Authorization: Bearer …`. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
