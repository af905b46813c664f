import { availableParallelism } from 'node:os';
import { FairSemaphore } from './fair-semaphore.ts';
import type { SemaphoreBounds } from './fair-semaphore.ts';

/** Each hash occupies a processor for some 40 ms. */
const PASSWORD_CONCURRENCY = Math.max(1, Math.floor(availableParallelism() / 4));
/** Each occupies a processor for seconds, and up to 400 MB. */
const LARGE_PICTURE_CONCURRENCY = Math.max(1, Math.floor(availableParallelism() / 2));
const QUICK_PICTURE_CONCURRENCY = 2;
export const PICTURE_CONCURRENCY = LARGE_PICTURE_CONCURRENCY + QUICK_PICTURE_CONCURRENCY;

const TOO_MANY_SIGN_INS = 'Many people are signing in just now. Please try again in a few seconds.';
const TOO_MANY_PICTURES = 'Many pictures are being sent just now. Please try again in a few seconds.';

/** A page sends up to ten requests at once. */
const REQUESTS = {
  concurrency: 64,
  concurrencyPerKey: 4,
  maxWaiting: 5000,
  maxWaitingPerKey: 1000,
  // Most take a few milliseconds. If the database hangs, they must not block all others.
  maxHoldMs: 100,
  rejectionMessage: 'The server is busy. Please try again in a few seconds.',
  retryAfterSeconds: 3,
} as const;

/** Limits per server (docs/decisions/0030). The names are labels of metrics. */
const BOUNDS = {
  /** By network (request-concurrency.ts). */
  requests: REQUESTS,
  /** By session. No total limit, which forged sessions could use up. */
  sessionRequests: { ...REQUESTS, concurrency: Number.POSITIVE_INFINITY },
  /** By network (unread-bodies.ts). One can take minutes on a slow line. */
  unreadBodies: {
    concurrency: 32,
    concurrencyPerKey: 4,
    maxWaiting: 500,
    maxWaitingPerKey: 50,
    rejectionMessage: 'Too many unread request bodies.',
    retryAfterSeconds: 60,
  },
  /** By network, including database work. Sixty sign-ins of an office wait and succeed. */
  signIns: {
    concurrency: 4,
    concurrencyPerKey: 2,
    maxWaiting: 300,
    maxWaitingPerKey: 150,
    rejectionMessage: TOO_MANY_SIGN_INS,
    retryAfterSeconds: 3,
  },
  /** By network. A hash takes 40 ms, 19 MiB, and one of four threads that files, DNS and compression need too. */
  passwords: {
    concurrency: PASSWORD_CONCURRENCY,
    concurrencyPerKey: PASSWORD_CONCURRENCY,
    maxWaiting: 100,
    maxWaitingPerKey: 50,
    rejectionMessage: TOO_MANY_SIGN_INS,
    retryAfterSeconds: 3,
  },
  /** By user: profile pictures and small ones, less than half a second each. */
  quickPictures: {
    concurrency: QUICK_PICTURE_CONCURRENCY,
    concurrencyPerKey: 1,
    maxWaiting: 100,
    maxWaitingPerKey: 8,
    rejectionMessage: TOO_MANY_PICTURES,
    retryAfterSeconds: 5,
  },
  largePictures: {
    concurrency: LARGE_PICTURE_CONCURRENCY,
    concurrencyPerKey: 1,
    maxWaiting: 30,
    maxWaitingPerKey: 6,
    rejectionMessage: TOO_MANY_PICTURES,
    retryAfterSeconds: 10,
  },
  /** By network: uncached link previews, a tenth of a second each. */
  cards: {
    concurrency: 1,
    concurrencyPerKey: 1,
    maxWaiting: 100,
    maxWaitingPerKey: 30,
    rejectionMessage: 'Many pictures are being created just now. Please try again in a few seconds.',
    retryAfterSeconds: 5,
  },
  /** By user. Unpacking takes seconds of the main thread, in small pieces. */
  archives: {
    concurrency: 2,
    concurrencyPerKey: 1,
    maxWaiting: 100,
    maxWaitingPerKey: 20,
    rejectionMessage: 'Many modules are being checked just now. Please try again in a minute.',
    retryAfterSeconds: 30,
  },
} as const satisfies Record<string, SemaphoreBounds>;

export type ConcurrencyLimiters = Record<keyof typeof BOUNDS, FairSemaphore>;

export const createConcurrencyLimiters = () =>
  // The keys are those of the bounds.
  Object.fromEntries(Object.entries(BOUNDS).map(([name, bounds]) => [name, new FairSemaphore(bounds)])) as ConcurrencyLimiters;
