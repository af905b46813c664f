import type { FastifyRequest } from 'fastify';
import { invalid } from '../errors/app-error.ts';

const KEY = /^[\x21-\x7e]{1,200}$/;

/**
 * The request's `Idempotency-Key`, if it has one: a second request of the same person with the same key answers with
 * the first one's result and makes nothing new (product 11.7).
 */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY.test(key))
    throw invalid({ 'idempotency-key': 'This key must be 1 to 200 visible characters' });
  return key;
}
