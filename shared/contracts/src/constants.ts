// Every page loads these; limits of forms are in limits.ts. Milliseconds, unless a name has another unit.

export const STORAGE_KEYS = {
  user: 'user',
  notificationSound: 'notificationSound',
  singleKeys: 'singleKeyShortcuts',
  theme: 'theme',
  pushToken: 'fcmToken',
  emailForSignIn: 'emailForSignIn',
  pendingToken: 'tempToken',
} as const;

/** Request header that names the client application (product 11.4). */
export const APP_KEY_HEADER = 'x-app-key';

/** Header with a random device id (32 bytes, base64url), so that failed sign-ins elsewhere do not lock the device out. */
export const DEVICE_HEADER = 'x-device';

/** Response header with the channel revision of a page. Open pages poll it by HEAD. */
export const REVISION_HEADER = 'x-solvent-revision';

/** Reference of a failure for support, such as `7F3KQ2`; omits characters that sound or look similar. */
export const REFERENCE = { alphabet: '23456789ABCDEFGHJKMNPQRSTUVWXYZ', length: 6 } as const;

export const REFERENCE_HEADER = 'x-reference';

/** Toast defaults (product 8.8). Lengths in px. */
export const TOAST = { duration: 4000, limit: 3, width: 356, gap: 14, swipeThreshold: 20 } as const;

/** Home page counters (product 9.10). */
export const HOME_COUNTERS = {
  problems: 50,
  rewards: 500,
  developers: 100,
  duration: 2000,
  steps: 30,
  delay: 500,
} as const;

/** The unread badge shows "9+" above this (product 9.4). */
export const BADGE_MAX = 9;

export const SKILL_SUGGESTIONS_MAX = 5;

/** Idle delays before other pages' code is preloaded (product 2.8). */
export const PRELOAD_DELAYS = { soon: 1000, later: 2000 } as const;

/** Socket client settings (product 4.7). */
export const SOCKET = {
  path: '/socket.io',
  timeout: 20_000,
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  /** Bytes; the server disconnects clients that send larger messages. */
  maxMessageBytes: 4096,
} as const;

/** Error code for too many sockets of a user; the page retries after the delay. */
export const SOCKET_LIMIT_CODE = 'too_many_sockets';
export const SOCKET_LIMIT_RETRY_MS = 30_000;

export const SOUND = { url: '/sounds/notification.mp3', probeVolume: 0.01 } as const;

export const MODULE_TERMS = { feePercent: 15, payoutThresholdDollars: 50 } as const;

/** The push token is renewed after this time (product 9.3). */
export const PUSH = { refreshAfterDays: 7 } as const;

export const EMAIL_LINK = { resendWaitMs: 60_000 } as const;

export const SESSION = { days: 30, pendingHours: 24 } as const;

/** Steps of the progress bar, the pause after it, and the time until /toolbox opens (product 9.15). */
export const MODULE_UPLOAD = { stepPercent: 5, stepIntervalMs: 150, pause: 500, redirectAfter: 2000 } as const;

/** Price of the extended license relative to the standard one (decision 0015). */
export const EXTENDED_LICENSE_FACTOR = 3;

/** How long a module page confirms a download or a report (product 9.16). */
export const MODULE_CONFIRMATION_MS = 3000;
