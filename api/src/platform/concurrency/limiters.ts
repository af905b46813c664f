import { availableParallelism } from 'node:os';
import { FairSemaphore } from './fair-semaphore.ts';
import type { SemaphoreBounds } from './fair-semaphore.ts';

/** Each hash occupies a processor for some 40 ms. */
const PASSWORD_CONCURRENCY = Math.max(1, Math.floor(availableParallelism() / 4));
/** Each occupies a processor for seconds, and up to 400 MB. */
const LARGE_PICTURE_CONCURRENCY = Math.max(1, Math.floor(availableParallelism() / 2));
const QUICK_PICTURE_CONCURRENCY = 2;
export const PICTURE_CONCURRENCY = LARGE_PICTURE_CONCURRENCY + QUICK_PICTURE_CONCURRENCY;

const SECONDS = 'Please try again in a few seconds.';
export const BUSY = { rejectionMessage: `The server is busy. ${SECONDS}`, retryAfterSeconds: 3 };
const TOO_MANY_SIGN_INS = { rejectionMessage: `Many people are signing in just now. ${SECONDS}`, retryAfterSeconds: 3 };
const TOO_MANY_PICTURES = { rejectionMessage: `Many pictures are being sent just now. ${SECONDS}` };

/**
 * Total: a thousand users who each send a message a second while the server is ten seconds late. Per key: sixty people of an office
 * who each open a page, which sends up to ten requests at once.
 */
const WAITING_REQUESTS: SemaphoreBounds['waiting'] = [10_000, 600];

/** Limits per server (docs/decisions/0030, 0092). The names are labels of metrics. */
const BOUNDS = {
  /**
   * Grouped by network (request-concurrency.ts). The limit per network is lower than the default size of the database pool, so that
   * one network cannot use all connections.
   */
  requests: { running: [64, 12], waiting: WAITING_REQUESTS, ...BUSY },
  /** Grouped by session. Has no total limit, because forged sessions could use it up. */
  sessionRequests: { running: [Number.POSITIVE_INFINITY, 6], waiting: WAITING_REQUESTS, ...BUSY },
  /** Grouped by network (unread-bodies.ts). A body can take minutes over a slow connection. */
  unreadBodies: {
    running: [32, 4],
    waiting: [500, 50],
    rejectionMessage: 'Too many unread request bodies.',
    retryAfterSeconds: 60,
  },
  /** Grouped by network; includes database work. Sixty simultaneous sign-ins of an office wait and succeed. */
  signIns: { running: [4, 2], waiting: [300, 150], ...TOO_MANY_SIGN_INS },
  /** Grouped by network. A hash takes 40 ms, 19 MiB, and one of four threads that files, DNS and compression need too. */
  passwords: { running: [PASSWORD_CONCURRENCY, PASSWORD_CONCURRENCY], waiting: [100, 50], ...TOO_MANY_SIGN_INS },
  /** Grouped by user: profile pictures and small pictures, each of which takes less than half a second. */
  quickPictures: { running: [QUICK_PICTURE_CONCURRENCY, 1], waiting: [100, 8], ...TOO_MANY_PICTURES, retryAfterSeconds: 5 },
  largePictures: { running: [LARGE_PICTURE_CONCURRENCY, 1], waiting: [30, 6], ...TOO_MANY_PICTURES, retryAfterSeconds: 10 },
  /** Grouped by network: uncached link previews, each of which takes a tenth of a second. */
  cards: {
    running: [1, 1],
    waiting: [100, 30],
    rejectionMessage: `Many pictures are being created just now. ${SECONDS}`,
    retryAfterSeconds: 5,
  },
  /** Grouped by user. Unpacking takes seconds of the main thread, in small steps. */
  archives: {
    running: [2, 1],
    waiting: [100, 20],
    rejectionMessage: 'Many modules are being checked just now. Please try again in a minute.',
    retryAfterSeconds: 30,
  },
} as const satisfies Record<string, SemaphoreBounds>;

export type ConcurrencyLimiters = Record<keyof typeof BOUNDS, FairSemaphore>;

export const createConcurrencyLimiters = () =>
  // The keys are those of the bounds.
  Object.fromEntries(Object.entries(BOUNDS).map(([name, limits]) => [name, new FairSemaphore(limits)])) as ConcurrencyLimiters;
