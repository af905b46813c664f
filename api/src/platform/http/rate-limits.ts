import rateLimit from '@fastify/rate-limit';
import type { RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { rateLimited } from '../errors/app-error.ts';
import type { RedisLink } from '../redis/redis.ts';
import { networkOf } from './network.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

/** How often one network address may call; `messages` counts by account (quality "Security"). `window` in milliseconds. */
export const RATE_LIMITS = {
  signUp: { max: 5, window: HOUR },
  contact: { max: 5, window: HOUR },
  bids: { max: 20, window: HOUR },
  messages: { max: 30, window: 10 * SECOND },
  conversations: { max: 120, window: HOUR },
  comments: { max: 30, window: HOUR },
  commentChanges: { max: 120, window: HOUR },
  reviews: { max: 30, window: HOUR },
  upload: { max: 10, window: HOUR },
  profile: { max: 60, window: HOUR },
  search: { max: 30, window: 10 * SECOND },
  verifyEmail: { max: 20, window: HOUR },
  socialAuth: { max: 30, window: HOUR },
  resetPassword: { max: 20, window: HOUR },
  export: { max: 10, window: HOUR },
  report: { max: 5, window: HOUR },
  purchase: { max: 30, window: HOUR },
  download: { max: 120, window: HOUR },
  contentReports: { max: 120, window: HOUR },
  runtimeReports: { max: 600, window: HOUR },
  deviceToken: { max: 60, window: HOUR },
} as const;

/**
 * Lets routes carry limits; routes without one have none.
 * @param redis where replicas count together; while it is away nothing is counted. Undefined: one process counts by itself.
 */
export async function registerRateLimits(app: FastifyInstance, redis: RedisLink | undefined): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    ...(redis && { redis: redis.commands, nameSpace: 'solvent:limit:', skipOnError: true }),
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: (_request, context) => rateLimited(Math.ceil(context.ttl / 1000)),
  });
}

/** A route's limit, for `config: { rateLimit: limit('contact', deps.config) }`. */
export function limit(name: keyof typeof RATE_LIMITS, config: { rateLimitFactor: number }): RateLimitOptions {
  const { max, window } = RATE_LIMITS[name];
  return { max: Math.max(1, Math.round(max * config.rateLimitFactor)), timeWindow: window };
}

/** The limit of a list that can be searched: turning its pages without a search is free. */
export function limitSearches(config: { rateLimitFactor: number }): RateLimitOptions {
  const hasNoSearch = ({ query }: FastifyRequest) =>
    typeof query !== 'object' || query === null || !('search' in query) || query.search === '';
  return { ...limit('search', config), allowList: hasNoSearch };
}
