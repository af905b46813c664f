import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import type { Db } from '../db/connect.ts';
import { rateLimited } from '../errors/app-error.ts';
import { getNetwork } from '../http/network.ts';
import type { RedisLink } from '../redis/redis.ts';
import { DatabaseCounter, DatabaseLimiter } from './database-limiter.ts';
import { IPV6_NETWORKS, getLimit } from './limits-table.ts';
import type { LimitName } from './limits-table.ts';

declare module 'rate-limiter-flexible' {
  // Left out of the library's types.
  interface RateLimiterStoreAbstract {
    getInMemoryBlockMsBeforeExpire(key: string): number;
  }
}

export interface Caller {
  ip: string | undefined;
  /** The id of the signed-in user, or another key that is counted like one. */
  account?: string | undefined;
}

/** Rate limits that all servers share. `points` defaults to 1. */
export interface Limits {
  /** Consumes points of the account and its networks, all or none. @throws AppError `rate_limited` */
  consume(name: LimitName, caller: Caller, points?: number): Promise<void>;
  release(name: LimitName, caller: Caller, points?: number): Promise<void>;
  /** Resets the account, but not its networks. */
  clear(name: LimitName, caller: Caller): Promise<void>;
}

interface Bucket {
  kind: string;
  owner: string;
  points: number;
  seconds: number;
}

/** Equivalent to the statement on the database. */
const CONSUME_ON_REDIS = `
local consumed = tonumber(redis.call('get', KEYS[1]) or '0')
local points, max_points = tonumber(ARGV[1]), tonumber(ARGV[3])
local ttl = redis.call('pttl', KEYS[1])
if ttl < 0 then ttl = 1000 * tonumber(ARGV[2]) end
if points > 0 and consumed + points > max_points then return { consumed + points, ttl } end
if points <= 0 and consumed == 0 then return { 0, ttl } end
if consumed == 0 then redis.call('set', KEYS[1], points, 'PX', ttl) return { points, ttl } end
return { redis.call('incrby', KEYS[1], math.max(points, -consumed)), ttl }`;

/** An IPv4 address has one network. */
function bucketsByNetwork(
  ip: Caller['ip'],
  buildBucket: (size: (typeof IPV6_NETWORKS)[number], network: string) => Bucket,
): Bucket[] {
  const buckets = IPV6_NETWORKS.map((size) => buildBucket(size, getNetwork(ip, size.bits)));
  return buckets.filter(({ owner }, index) => buckets.findIndex((other) => other.owner === owner) === index);
}

function networkBuckets(name: LimitName, { ip, account }: Caller): Bucket[] {
  const { network, visitors } = getLimit(name);
  const allowance = account === undefined ? (visitors ?? network) : network;
  if (allowance === undefined) return [];
  const kind = allowance === visitors ? 'visitors' : 'network';
  return bucketsByNetwork(ip, ({ times }, owner) => ({
    kind: `${kind} ${times}`,
    owner,
    ...allowance,
    points: allowance.points * times,
  }));
}

function accountBuckets(name: LimitName, { ip, account }: Caller): Bucket[] {
  if (account === undefined) return [];
  const { account: anywhere, accountFromNetwork: fromNetwork } = getLimit(name);
  const buckets = anywhere === undefined ? [] : [{ kind: 'account', owner: account, ...anywhere }];
  if (fromNetwork === undefined) return buckets;
  const fromNetworks = bucketsByNetwork(ip, ({ timesAtAccount }, network) => ({
    kind: `account from network ${timesAtAccount}`,
    owner: `${account} ${network}`,
    ...fromNetwork,
    points: fromNetwork.points * timesAtAccount,
  }));
  return [...buckets, ...fromNetworks];
}

interface LimitsDeps {
  db: Db;
  /** Stores the counts instead of the database. */
  redis: Pick<RedisLink, 'commands'> | undefined;
  config: { rateLimitFactor: number };
  timeoutMs?: number;
  onRefused?: (name: LimitName) => void;
}

/** Creates the limits. While their store does not respond, each server applies the same limits by itself. */
export function createLimits({ db, redis, config, timeoutMs = 500, onRefused }: LimitsDeps): Limits {
  const limiters = new Map<string, RateLimiterStoreAbstract>();
  const counter = new DatabaseCounter(db, timeoutMs);
  // The library defines it with the first limiter. If other commands wait then, ioredis throws outside of any promise (redis/ioredis#1931).
  redis?.commands.defineCommand('rlflxIncr', { numberOfKeys: 1, lua: CONSUME_ON_REDIS });

  const getLimiter = (name: LimitName, { kind, points, seconds }: Bucket): RateLimiterStoreAbstract => {
    const key = `${name} ${kind}`;
    const known = limiters.get(key);
    if (known !== undefined) return known;
    const allowance = { points: Math.max(1, Math.round(points * config.rateLimitFactor)), duration: seconds };
    const options = {
      ...allowance,
      keyPrefix: redis ? 'solvent:limit' : '',
      insuranceLimiter: new RateLimiterMemory(allowance),
      ...(getLimit(name).isReversible ? {} : { inMemoryBlockOnConsumed: allowance.points + 1 }),
    };
    const limiter = redis
      ? new RateLimiterRedis({ ...options, storeClient: redis.commands, customIncrTtlLuaScript: CONSUME_ON_REDIS })
      : new DatabaseLimiter(counter, options);
    limiters.set(key, limiter);
    return limiter;
  };

  const withLimiters = (name: LimitName, buckets: Bucket[]) =>
    buckets.map((bucket) => ({
      limiter: getLimiter(name, bucket),
      key: createHash('sha256').update(`${name} ${bucket.kind} ${bucket.owner}`).digest('base64url'),
    }));

  const findBuckets = (name: LimitName, caller: Caller) =>
    withLimiters(name, [...accountBuckets(name, caller), ...networkBuckets(name, caller)]);

  const createRefusal = (name: LimitName, waitMs: number) => {
    onRefused?.(name);
    return rateLimited(Math.max(1, Math.ceil(waitMs / 1000)), getLimit(name));
  };

  const consume = async (name: LimitName, caller: Caller, points = 1): Promise<void> => {
    const buckets = findBuckets(name, caller);
    const blockedMs = buckets.map(({ limiter, key }) => limiter.getInMemoryBlockMsBeforeExpire(limiter.getKey(key)));
    if (blockedMs.some((wait) => wait > 0)) throw createRefusal(name, Math.max(...blockedMs));
    const results = await Promise.allSettled(buckets.map(({ limiter, key }) => limiter.consume(key, points)));
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    if (refusals.length === 0) return;
    const consumed = buckets.filter((_, index) => results[index]?.status === 'fulfilled');
    await Promise.all(consumed.map(({ limiter, key }) => limiter.reward(key, points)));
    const waits = refusals.map((refusal) => {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return refusal.msBeforeNext;
    });
    throw createRefusal(name, Math.max(...waits));
  };

  return {
    consume,
    release: async (name, caller, points = 1) => {
      await Promise.all(findBuckets(name, caller).map(({ limiter, key }) => limiter.reward(key, points)));
    },
    clear: async (name, caller) => {
      await Promise.all(withLimiters(name, accountBuckets(name, caller)).map(({ limiter, key }) => limiter.delete(key)));
    },
  };
}
