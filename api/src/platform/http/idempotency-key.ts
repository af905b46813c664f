import type { FastifyRequest } from 'fastify';
import { invalid } from '../errors/app-error.ts';

const KEY = /^[\x21-\x7e]{1,200}$/;

/** The `Idempotency-Key`: a user's second request with the same key returns the result of the first (product 11.7). */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY.test(key))
    throw invalid({ 'idempotency-key': 'This key must be 1 to 200 visible characters' });
  return key;
}
