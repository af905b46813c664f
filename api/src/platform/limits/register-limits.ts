import { inArray, lt, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { Db } from '../db/connect.ts';
import { rateLimits } from '../schema.ts';
import type { Caller, Limits } from './limits.ts';
import type { LimitName } from './limits-table.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Optional for routes with safe methods; a comment must justify 'none'. */
    limit?: LimitName | 'none';
    counts?: (request: FastifyRequest) => boolean;
  }
}

export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

function assertDeclared({ method, url, config }: RouteOptions): void {
  const writes = [method].flat().some((name) => !SAFE_METHODS.has(name));
  if (writes && config?.limit === undefined) throw new Error(`The route ${String(method)} ${url} must declare config.limit`);
}

const toCaller = ({ ip, caller }: FastifyRequest): Caller => ({ ip, account: caller?.user.id });

/** Requires a limit for every route that writes, and applies it: after authentication, before the body is read. */
export function registerLimits(app: FastifyInstance, limits: Limits): void {
  app.addHook('onRoute', assertDeclared);
  app.addHook('preParsing', async (request) => {
    const { limit, counts } = request.routeOptions.config;
    if (limit === undefined || limit === 'none' || counts?.(request) === false) return;
    await limits.consume(limit, toCaller(request));
  });
}

/** Skips counts of current requests, each of which locks several: waiting for one could be a deadlock. */
export function deleteExpiredCounts(db: Db): Promise<unknown> {
  const { key, expiresAt } = rateLimits;
  const expired = db
    .select({ key })
    .from(rateLimits)
    .where(lt(expiresAt, sql`now()`))
    .for('update', { skipLocked: true });
  return db.delete(rateLimits).where(inArray(key, expired));
}

/** Reading pages without a search is free. */
export const SEARCH_LIMIT = {
  limit: 'search',
  counts: ({ query }: FastifyRequest) => typeof query === 'object' && query !== null && 'search' in query && query.search !== '',
} as const;

export type ChargeSearch = () => Promise<void>;

/** Creates the charge of a list request. Without a search term, an uncached count or a distant page consumes the search limit once. */
export function createSearchCharge(limits: Limits, request: FastifyRequest): ChargeSearch {
  let isCharged = SEARCH_LIMIT.counts(request);
  return async () => {
    if (isCharged) return;
    isCharged = true;
    await limits.consume(SEARCH_LIMIT.limit, toCaller(request));
  };
}
