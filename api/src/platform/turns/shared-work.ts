import { availableParallelism } from 'node:os';
import { Turns } from './turns.ts';
import type { TurnBounds } from './turns.ts';

/** Passwords that are compared at once: each takes a processor for some 40 ms, which others then wait for. */
const PASSWORDS_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 4));
/** Large pictures that are re-encoded at once: each takes a processor for seconds, and up to 400 MB. */
const LARGE_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
const QUICK_AT_ONCE = 2;
/** So many pictures are made at once, of both kinds. */
export const PICTURES_AT_ONCE = LARGE_AT_ONCE + QUICK_AT_ONCE;

const TOO_MANY_SIGN_INS = 'Many people are signing in just now. Please try again in a few seconds.';
const TOO_MANY_PICTURES = 'Many pictures are being sent just now. Please try again in a few seconds.';

/** A page asks for up to ten things at once. */
const REQUESTS = {
  atOnce: 64,
  atOnceEach: 4,
  waitingMax: 5000,
  waitingMaxEach: 1000,
  // Most take a few milliseconds; while the database is silent, nobody is to wait for all who wait for it.
  heldAtMost: 100,
  refusal: 'Much is being asked for just now. Please try again in a few seconds.',
  retryAfter: 3,
} as const;

/** Work that is done for one and keeps others waiting: how much of each kind runs and waits (docs/decisions/0030). */
const BOUNDS = {
  /** By network (request-turns.ts). */
  requests: REQUESTS,
  /** By session, from wherever it asks. Not bounded in all: whoever makes sessions up would take the places of others. */
  sessionRequests: { ...REQUESTS, atOnce: Number.POSITIVE_INFINITY },
  /** By network (unread-bodies.ts). A slow line may take minutes for one. */
  unreadBodies: {
    atOnce: 32,
    atOnceEach: 4,
    waitingMax: 500,
    waitingMaxEach: 50,
    refusal: 'Too much was sent that nobody reads.',
    retryAfter: 60,
  },
  /** By network: all that a sign-in asks the database for, too. Sixty of an office at once wait, and get in. */
  signIns: {
    atOnce: 4,
    atOnceEach: 2,
    waitingMax: 300,
    waitingMaxEach: 150,
    refusal: TOO_MANY_SIGN_INS,
    retryAfter: 3,
  },
  /** By network. One takes some 40 ms, 19 MiB, and one of the four threads that files, names and compression need, too. */
  passwords: {
    atOnce: PASSWORDS_AT_ONCE,
    atOnceEach: PASSWORDS_AT_ONCE,
    waitingMax: 100,
    waitingMaxEach: 50,
    refusal: TOO_MANY_SIGN_INS,
    retryAfter: 3,
  },
  /** By person, as are all that follow: pictures for profiles and small ones, less than half a second each. */
  quickPictures: {
    atOnce: QUICK_AT_ONCE,
    atOnceEach: 1,
    waitingMax: 100,
    waitingMaxEach: 8,
    refusal: TOO_MANY_PICTURES,
    retryAfter: 5,
  },
  largePictures: {
    atOnce: LARGE_AT_ONCE,
    atOnceEach: 1,
    waitingMax: 30,
    waitingMaxEach: 6,
    refusal: TOO_MANY_PICTURES,
    retryAfter: 10,
  },
  /** By network: pictures of link previews that are not remembered, a tenth of a second each (features/previews). */
  cards: {
    atOnce: 1,
    atOnceEach: 1,
    waitingMax: 100,
    waitingMaxEach: 30,
    refusal: 'Many pictures are being drawn just now. Please try again in a few seconds.',
    retryAfter: 5,
  },
  /** Unpacking one may take seconds of the server's own thread, in small pieces. */
  archives: {
    atOnce: 2,
    atOnceEach: 1,
    waitingMax: 100,
    waitingMaxEach: 20,
    refusal: 'Many modules are being checked just now. Please try again in a minute.',
    retryAfter: 30,
  },
} as const satisfies Record<string, TurnBounds>;

/** Kinds of work for which people take turns. */
export type SharedWork = Record<keyof typeof BOUNDS, Turns>;

/** One of these for each server: each has processors and memory of its own. */
export const createSharedWork = (): SharedWork => ({
  requests: new Turns(BOUNDS.requests),
  sessionRequests: new Turns(BOUNDS.sessionRequests),
  unreadBodies: new Turns(BOUNDS.unreadBodies),
  signIns: new Turns(BOUNDS.signIns),
  passwords: new Turns(BOUNDS.passwords),
  quickPictures: new Turns(BOUNDS.quickPictures),
  largePictures: new Turns(BOUNDS.largePictures),
  cards: new Turns(BOUNDS.cards),
  archives: new Turns(BOUNDS.archives),
});
