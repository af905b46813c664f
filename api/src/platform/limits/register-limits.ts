import { lt, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { Db } from '../db/connect.ts';
import { rateLimits } from './schema.ts';
import type { Caller, Limits } from './limits.ts';
import type { LimitName } from './limits-table.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a call counts as; 'none' needs a reason beside it. Routes that only read may leave it out. */
    limit?: LimitName | 'none';
    /** Whether this call counts at all. */
    counts?: (request: FastifyRequest) => boolean;
  }
}

/** Methods that only read. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

function refuseUndeclared({ method, url, config }: RouteOptions): void {
  const writes = [method].flat().some((name) => !SAFE_METHODS.has(name));
  if (writes && config?.limit === undefined)
    throw new Error(`The route ${String(method)} ${url} writes and does not say how often somebody may (config.limit)`);
}

const callerOf = ({ ip, caller }: FastifyRequest): Caller => ({ ip, account: caller?.user.id });

/** Makes every route that writes say how often it may be called, and holds people to that: once it is clear who calls, before anything is read of what they send. */
export function registerLimits(app: FastifyInstance, limits: Limits): void {
  app.addHook('onRoute', refuseUndeclared);
  app.addHook('preParsing', async (request) => {
    const { limit, counts } = request.routeOptions.config;
    if (limit === undefined || limit === 'none' || counts?.(request) === false) return;
    await limits.consume(limit, callerOf(request));
  });
}

/** Removes counts that are over. */
export const forgetCounts = (db: Db): Promise<unknown> => db.delete(rateLimits).where(lt(rateLimits.expiresAt, sql`now()`));

/** The limit of a list that can be searched: turning its pages without a search is free. */
export const SEARCH_LIMIT = {
  limit: 'search',
  counts: ({ query }: FastifyRequest) => typeof query === 'object' && query !== null && 'search' in query && query.search !== '',
} as const;

/** Takes for what a list costs beside its page, if it comes to that. @throws AppError `rate_limited` */
export type ChargeSearch = () => Promise<void>;

/** A list that is not searched costs a search where its filter has to be counted anew, or a far page be looked for. */
export function createSearchCharge(limits: Limits, request: FastifyRequest): ChargeSearch {
  let isPaid = SEARCH_LIMIT.counts(request);
  return async () => {
    if (isPaid) return;
    isPaid = true;
    await limits.consume(SEARCH_LIMIT.limit, callerOf(request));
  };
}
