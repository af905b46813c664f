import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import type { Db } from '../db/connect.ts';
import { rateLimited } from '../errors/app-error.ts';
import { getNetwork } from '../http/network.ts';
import type { RedisLink } from '../redis/redis.ts';
import { DatabaseLimiter, SharedCounts } from './database-limiter.ts';
import { IPV6_NETWORKS, limitOf } from './limits-table.ts';
import type { LimitName } from './limits-table.ts';

declare module 'rate-limiter-flexible' {
  // Left out of the library's types.
  interface RateLimiterStoreAbstract {
    /** For how long (ms) it is remembered that this key is over its limit; 0: it is not known to be. */
    getInMemoryBlockMsBeforeExpire(key: string): number;
  }
}

/** Who does something. */
export interface Caller {
  /** Undefined for a connection that has broken off. */
  ip: string | undefined;
  /** The id of the signed-in person, or whatever else is to be counted as one; undefined where that is not known. */
  account?: string | undefined;
}

/** Counts what people do, together with all servers. `points` are one unless said otherwise. */
export interface Limits {
  /**
   * Takes from all that the limit counts by: the account, and the networks around the address.
   * @throws AppError `rate_limited` with the seconds to wait, if there is too little left in one; nothing is taken from any then
   */
  consume(name: LimitName, caller: Caller, points?: number): Promise<void>;
  /** Undoes a `consume`; never below nothing taken. */
  release(name: LimitName, caller: Caller, points?: number): Promise<void>;
  /** Lets the account begin anew; its networks keep their counts. */
  clear(name: LimitName, caller: Caller): Promise<void>;
}

/** What somebody uses up: of which kind, whose, and how much there is of it. */
interface Bucket {
  kind: string;
  whose: string;
  points: number;
  seconds: number;
}

/** Takes only what is left, and gives back no more than was taken: as the statement on the database does. */
const TAKE_ON_REDIS = `
local had = tonumber(redis.call('get', KEYS[1]) or '0')
local asked, most = tonumber(ARGV[1]), tonumber(ARGV[3])
local left = redis.call('pttl', KEYS[1])
if left < 0 then left = 1000 * tonumber(ARGV[2]) end
if asked > 0 and had + asked > most then return { had + asked, left } end
if asked <= 0 and had == 0 then return { 0, left } end
if had == 0 then redis.call('set', KEYS[1], asked, 'PX', left) return { asked, left } end
return { redis.call('incrby', KEYS[1], math.max(asked, -had)), left }`;

function accountBucket(name: LimitName, { account }: Caller): Bucket[] {
  const allowance = limitOf(name).account;
  return allowance && account !== undefined ? [{ kind: 'account', whose: account, ...allowance }] : [];
}

/** One for each of the networks around an address: an IPv4 address is its only one. */
function aroundAddress(
  ip: Caller['ip'],
  bucketOf: (around: (typeof IPV6_NETWORKS)[number], network: string) => Bucket,
): Bucket[] {
  const buckets = IPV6_NETWORKS.map((around) => bucketOf(around, getNetwork(ip, around.bits)));
  return buckets.filter(({ whose }, index) => buckets.findIndex((other) => other.whose === whose) === index);
}

function networkBuckets(name: LimitName, { ip, account }: Caller): Bucket[] {
  const { network, visitors } = limitOf(name);
  const allowance = account === undefined ? (visitors ?? network) : network;
  if (allowance === undefined) return [];
  const kind = allowance === visitors ? 'visitors' : 'network';
  return aroundAddress(ip, ({ times }, whose) => ({
    kind: `${kind} ${times}`,
    whose,
    ...allowance,
    points: allowance.points * times,
  }));
}

function accountFromNetworkBuckets(name: LimitName, { ip, account }: Caller): Bucket[] {
  const allowance = limitOf(name).accountFromNetwork;
  if (allowance === undefined || account === undefined) return [];
  return aroundAddress(ip, ({ timesAtAccount }, network) => ({
    kind: `account from network ${timesAtAccount}`,
    whose: `${account} ${network}`,
    ...allowance,
    points: allowance.points * timesAtAccount,
  }));
}

const ownBuckets = (name: LimitName, caller: Caller) => [
  ...accountBucket(name, caller),
  ...accountFromNetworkBuckets(name, caller),
];

/** What {@link createLimits} needs. */
interface LimitsDeps {
  db: Db;
  /** Counts there if it is given, else in the database. */
  redis: Pick<RedisLink, 'commands'> | undefined;
  /** Multiplies every limit. */
  config: { rateLimitFactor: number };
  /** The database has so long to count (ms). */
  timeout?: number;
  /** Hears of each refusal. */
  onRefused?: (name: LimitName) => void;
}

/**
 * The limits of this server. While the store of the counts does not answer in time, the server counts by itself, by the
 * same limits: nothing is refused for want of a store, and nothing goes unlimited.
 */
export function createLimits({ db, redis, config, timeout = 500, onRefused }: LimitsDeps): Limits {
  const counts = new SharedCounts(db.$client, timeout);
  const limiters = new Map<string, RateLimiterStoreAbstract>();

  const limiterOf = (name: LimitName, { kind, points, seconds }: Bucket): RateLimiterStoreAbstract => {
    const key = `${name} ${kind}`;
    const known = limiters.get(key);
    if (known !== undefined) return known;
    const allowance = { points: Math.max(1, Math.round(points * config.rateLimitFactor)), duration: seconds };
    const options = {
      ...allowance,
      keyPrefix: redis ? 'solvent:limit' : '',
      insuranceLimiter: new RateLimiterMemory(allowance),
      ...(limitOf(name).forgives ? {} : { inMemoryBlockOnConsumed: allowance.points + 1 }),
    };
    const limiter = redis
      ? new RateLimiterRedis({ ...options, storeClient: redis.commands, customIncrTtlLuaScript: TAKE_ON_REDIS })
      : new DatabaseLimiter(counts, options);
    limiters.set(key, limiter);
    return limiter;
  };

  const limited = (name: LimitName, buckets: Bucket[]) =>
    buckets.map((bucket) => ({
      limiter: limiterOf(name, bucket),
      key: createHash('sha256').update(`${name} ${bucket.kind} ${bucket.whose}`).digest('base64url'),
    }));

  const all = (name: LimitName, caller: Caller) => limited(name, [...ownBuckets(name, caller), ...networkBuckets(name, caller)]);

  const refuse = (name: LimitName, milliseconds: number) => {
    onRefused?.(name);
    return rateLimited(Math.max(1, Math.ceil(milliseconds / 1000)), limitOf(name));
  };

  const consume = async (name: LimitName, caller: Caller, points = 1): Promise<void> => {
    const buckets = all(name, caller);
    const known = buckets.map(({ limiter, key }) => limiter.getInMemoryBlockMsBeforeExpire(limiter.getKey(key)));
    if (known.some((wait) => wait > 0)) throw refuse(name, Math.max(...known));
    const taken = await Promise.allSettled(buckets.map(({ limiter, key }) => limiter.consume(key, points)));
    const refusals = taken.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    if (refusals.length === 0) return;
    const paid = buckets.filter((_, index) => taken[index]?.status === 'fulfilled');
    await Promise.all(paid.map(({ limiter, key }) => limiter.reward(key, points)));
    const waits = refusals.map((refusal) => {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return refusal.msBeforeNext;
    });
    throw refuse(name, Math.max(...waits));
  };

  return {
    consume,
    release: async (name, caller, points = 1) => {
      await Promise.all(all(name, caller).map(({ limiter, key }) => limiter.reward(key, points)));
    },
    clear: async (name, caller) => {
      await Promise.all(limited(name, ownBuckets(name, caller)).map(({ limiter, key }) => limiter.delete(key)));
    },
  };
}
