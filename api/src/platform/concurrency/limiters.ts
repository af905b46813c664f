import { availableParallelism } from 'node:os';
import { FairSemaphore } from './fair-semaphore.ts';
import type { SemaphoreBounds } from './fair-semaphore.ts';

/** Passwords that are compared at once: each takes a processor for some 40 ms, which others then wait for. */
const PASSWORDS_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 4));
/** Large pictures that are re-encoded at once: each takes a processor for seconds, and up to 400 MB. */
const LARGE_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
const QUICK_AT_ONCE = 2;
/** So many pictures are made at once, of both kinds. */
export const PICTURE_CONCURRENCY = LARGE_AT_ONCE + QUICK_AT_ONCE;

const TOO_MANY_SIGN_INS = 'Many people are signing in just now. Please try again in a few seconds.';
const TOO_MANY_PICTURES = 'Many pictures are being sent just now. Please try again in a few seconds.';

/** A page asks for up to ten things at once. */
const REQUESTS = {
  concurrency: 64,
  concurrencyPerKey: 4,
  maxWaiting: 5000,
  maxWaitingPerKey: 1000,
  // Most take a few milliseconds; while the database is silent, nobody is to wait for all who wait for it.
  maxHoldMs: 100,
  rejectionMessage: 'Much is being asked for just now. Please try again in a few seconds.',
  retryAfterSeconds: 3,
} as const;

/** Work that is done for one and keeps others waiting: how much of each kind runs and waits (docs/decisions/0030). */
const BOUNDS = {
  /** By network (request-turns.ts). */
  requests: REQUESTS,
  /** By session, from wherever it asks. Not bounded in all: whoever makes sessions up would take the places of others. */
  sessionRequests: { ...REQUESTS, concurrency: Number.POSITIVE_INFINITY },
  /** By network (unread-bodies.ts). A slow line may take minutes for one. */
  unreadBodies: {
    concurrency: 32,
    concurrencyPerKey: 4,
    maxWaiting: 500,
    maxWaitingPerKey: 50,
    rejectionMessage: 'Too much was sent that nobody reads.',
    retryAfterSeconds: 60,
  },
  /** By network: all that a sign-in asks the database for, too. Sixty of an office at once wait, and get in. */
  signIns: {
    concurrency: 4,
    concurrencyPerKey: 2,
    maxWaiting: 300,
    maxWaitingPerKey: 150,
    rejectionMessage: TOO_MANY_SIGN_INS,
    retryAfterSeconds: 3,
  },
  /** By network. One takes some 40 ms, 19 MiB, and one of the four threads that files, names and compression need, too. */
  passwords: {
    concurrency: PASSWORDS_AT_ONCE,
    concurrencyPerKey: PASSWORDS_AT_ONCE,
    maxWaiting: 100,
    maxWaitingPerKey: 50,
    rejectionMessage: TOO_MANY_SIGN_INS,
    retryAfterSeconds: 3,
  },
  /** By person, as are all that follow: pictures for profiles and small ones, less than half a second each. */
  quickPictures: {
    concurrency: QUICK_AT_ONCE,
    concurrencyPerKey: 1,
    maxWaiting: 100,
    maxWaitingPerKey: 8,
    rejectionMessage: TOO_MANY_PICTURES,
    retryAfterSeconds: 5,
  },
  largePictures: {
    concurrency: LARGE_AT_ONCE,
    concurrencyPerKey: 1,
    maxWaiting: 30,
    maxWaitingPerKey: 6,
    rejectionMessage: TOO_MANY_PICTURES,
    retryAfterSeconds: 10,
  },
  /** By network: pictures of link previews that are not remembered, a tenth of a second each (features/previews). */
  cards: {
    concurrency: 1,
    concurrencyPerKey: 1,
    maxWaiting: 100,
    maxWaitingPerKey: 30,
    rejectionMessage: 'Many pictures are being drawn just now. Please try again in a few seconds.',
    retryAfterSeconds: 5,
  },
  /** Unpacking one may take seconds of the server's own thread, in small pieces. */
  archives: {
    concurrency: 2,
    concurrencyPerKey: 1,
    maxWaiting: 100,
    maxWaitingPerKey: 20,
    rejectionMessage: 'Many modules are being checked just now. Please try again in a minute.',
    retryAfterSeconds: 30,
  },
} as const satisfies Record<string, SemaphoreBounds>;

/** Kinds of work for which people take turns. */
export type ConcurrencyLimiters = Record<keyof typeof BOUNDS, FairSemaphore>;

/** One of these for each server: each has processors and memory of its own. */
export const createConcurrencyLimiters = (): ConcurrencyLimiters => ({
  requests: new FairSemaphore(BOUNDS.requests),
  sessionRequests: new FairSemaphore(BOUNDS.sessionRequests),
  unreadBodies: new FairSemaphore(BOUNDS.unreadBodies),
  signIns: new FairSemaphore(BOUNDS.signIns),
  passwords: new FairSemaphore(BOUNDS.passwords),
  quickPictures: new FairSemaphore(BOUNDS.quickPictures),
  largePictures: new FairSemaphore(BOUNDS.largePictures),
  cards: new FairSemaphore(BOUNDS.cards),
  archives: new FairSemaphore(BOUNDS.archives),
});
