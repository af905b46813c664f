/**
 * Limits and delays of the product, each with its place in docs/product.md. Times are milliseconds unless the name says
 * otherwise.
 */

/** Names of the keys in `localStorage` (product 3.1). */
export const STORAGE_KEYS = {
  user: 'user',
  notificationSound: 'notificationSound',
  singleKeys: 'singleKeyShortcuts',
  theme: 'theme',
  pushToken: 'fcmToken',
  emailForSignIn: 'emailForSignIn',
  pendingToken: 'tempToken',
} as const;

/** The header that names the client application (product 11.4). */
export const APP_KEY_HEADER = 'x-app-key';

/**
 * The header by which a device that signed in before is known again, on the calls that sign in: 32 random bytes that the browser made
 * and keeps, in base64url. It opens nothing: wrong passwords of strangers do not count for a known device.
 */
export const DEVICE_HEADER = 'x-device';

/** The header of a page's answer that says which revision of its channel it is made of: an open page asks by HEAD. */
export const REVISION_HEADER = 'x-solvent-revision';

/**
 * What a failure is called by when a person asks about it, such as `7F3KQ2`: letters and digits that nobody mixes up when they read
 * them aloud (no 0, O, 1, I, L).
 */
export const REFERENCE = { signs: '23456789ABCDEFGHJKMNPQRSTUVWXYZ', length: 6 } as const;

/** The header of an answer that failed on the server: its reference, as in its body. */
export const REFERENCE_HEADER = 'x-reference';

/** Toast defaults (product 8.8). Lengths in px. */
export const TOAST = { duration: 4000, limit: 3, width: 356, gap: 14, swipeThreshold: 20 } as const;

/** Home counters (product 9.10). */
export const HOME_COUNTERS = {
  problems: 50,
  rewards: 500,
  developers: 100,
  duration: 2000,
  steps: 30,
  delay: 500,
} as const;

/** The unread badge says "9+" above this (product 9.4). */
export const BADGE_MAX = 9;

/** At most this many skill suggestions are listed (product 9.6). */
export const SKILL_SUGGESTIONS_MAX = 5;

/** Idle delays after which other pages' code is fetched (product 2.8). */
export const PRELOAD_DELAYS = { soon: 1000, later: 2000 } as const;

/** Socket client settings (product 4.7). */
export const SOCKET = {
  path: '/socket.io',
  timeout: 20_000,
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  /** What a page says at once has at most so many bytes; the server ends connections that say more. */
  saidMax: 4096,
} as const;

/**
 * What the server says in `data.code` to a socket that is one too many of its person; and after how long (ms) such a page
 * asks again: another one may have closed.
 */
export const SOCKET_CROWDED = 'too_many_sockets';
export const SOCKET_CROWDED_DELAY = 30_000;

/** Notification sound (product 9.1). */
export const SOUND = { url: '/sounds/notification.mp3', probeVolume: 0.01 } as const;

/** Module price and payout terms (product 1.6). */
export const MODULE_TERMS = { feePercent: 15, payoutThresholdDollars: 50 } as const;

/** The push token is asked for anew after this long (product 9.3). */
export const PUSH = { refreshAfterDays: 7 } as const;

/** How long a person waits before the e-mail link can be sent again. */
export const EMAIL_LINK = { resendWait: 60_000 } as const;

/** A session's life in days; a pending (unverified) one's life in hours. */
export const SESSION = { days: 30, pendingHours: 24 } as const;

/** The upload's bar and what follows it (product 9.15): at most so many percent each step, then a pause, the success text, and /toolbox. */
export const MODULE_UPLOAD = { stepPercent: 5, stepEvery: 150, pause: 500, redirectAfter: 2000 } as const;

/** The extended licence costs so many times the standard one (decision 0015). */
export const EXTENDED_LICENSE_FACTOR = 3;

/** For how long (ms) a download is confirmed, and the thanks for a report stand, on a module's page (product 9.16). */
export const MODULE_CONFIRMATION = 3000;
