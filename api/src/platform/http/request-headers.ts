import type { IncomingMessage } from 'node:http';
import { APP_KEY_HEADER } from '@solvent/contracts';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Config } from '../config/config.ts';
import { AppError, invalid } from '../errors/app-error.ts';

/** Rejects requests that do not name a known client application (product 11.4). This is not authentication. */
export function requireAppKey(appKey: string): onRequestAsyncHookHandler {
  return async ({ headers }) => {
    if (headers[APP_KEY_HEADER] !== appKey)
      throw new AppError('unknown_client', `This request does not name a known client in the header ${APP_KEY_HEADER}.`);
  };
}

export const bearerToken = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** Returns the `Idempotency-Key`. A user's second request with the same key returns the result of the first (product 11.7). */
export function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && IDEMPOTENCY_KEY.test(key))) return key;
  throw invalid({ 'idempotency-key': 'This key must be 1 to 200 visible characters' });
}

/** Returns the value of a cookie without decoding it. */
export const readCookie = ({ headers }: FastifyRequest, name: string): string | undefined =>
  (headers.cookie ?? '')
    .split(/;\s*/)
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/**
 * Returns whether the request has a single `Host` header (RFC 9112, 3.2). Node keeps the first of several, but a proxy may use
 * another one.
 */
export const hasOneHost = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length <= 1;

export function rejectMultipleHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (!hasOneHost(raw)) throw new AppError('malformed', 'This request names more than one host.');
  });
}

/** Returns whether browsers reach the site by https, also through a proxy that does not report it. */
export const isSecure = ({ publicUrl = '' }: Pick<Config, 'publicUrl'>, { protocol }: FastifyRequest): boolean =>
  protocol === 'https' || publicUrl.startsWith('https:');

/** Returns the public origin of the site: PUBLIC_URL, or the origin of the request. */
export const siteOrigin = ({ publicUrl }: Pick<Config, 'publicUrl'>, { protocol, host }: FastifyRequest): string =>
  publicUrl ?? `${protocol}://${host}`;
