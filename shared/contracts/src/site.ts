export interface RuntimeConfig {
  appKey: string;
  identity: {
    apiKey: string;
    authDomain: string;
    projectId: string;
    /** Origin of the local Firebase Auth emulator; absent in production. */
    emulatorUrl?: string;
  };
  push?: { appId: string; messagingSenderId: string; vapidKey: string };
  analytics?: { appId: string; measurementId: string };
  overrides?: OverrideDecision[];
  /** Authenticates reports of this page (`POST /runtime-reports`). Absent if the tab overrides a remote. */
  reportToken?: string;
  /** Present if traces are collected; share of interactions, 0 to 1. */
  tracing?: { ratio: number };
  /** True if mail is delivered to the page `/dev/mail`. */
  localMail: boolean;
  /** Payment mode; `none`: modules cannot be sold. Absent on servers before this setting. */
  payments?: 'none' | 'test';
  /** `manual`: the team reviews modules before they are published. Absent on servers before this setting. */
  moduleReview?: 'automatic' | 'manual';
}

/** The server's decision on a requested override, by the rules of the channel. */
export interface OverrideDecision {
  remote: string;
  target: string;
  /** Reason for the rejection, as a sentence; null if allowed. The page runs the pinned version. */
  refused: string | null;
  missing?: string;
  /** JSON of the `RemoteBuild` of an allowed version; the build of an origin is fetched from the origin. */
  build?: object;
}

/** The own profile with the form for another password: the target of `/.well-known/change-password`. */
export const CHANGE_PASSWORD_PATH = '/profile/settings/security?change=password';

export const CONFIG_ELEMENT_ID = 'solvent-config';

/** Cookie with the browser's canary numbers: JSON of 0 to 99 by remote name. */
export const CANARY_COOKIE = 'canary';

/** Cookie that disables server rendering if `off`, for tests and debugging. */
export const RENDERING_COOKIE = 'rendering';

/** Cookie that is `1` while this browser has a session, so that the server renders its frame. It grants nothing. */
export const SIGNED_IN_COOKIE = 'signed_in';

export const SERVED_ELEMENT_ID = 'solvent-served';

/** Data of a page that the server rendered. */
export interface ServedPage {
  /** Render time by the server's clock (ms since the epoch), to which relative times refer. */
  at: number;
  age: number;
  versions: Record<string, string>;
  /** Whether it was rendered for a signed-in user. It never contains the user's own data. */
  isSignedIn: boolean;
  queries: { key: readonly unknown[]; data: unknown }[];
}

/** Origin of a running remote's version (docs/decisions/0018). */
export const REMOTE_SOURCES = ['live', 'previous', 'candidate', 'override'] as const;
export type RemoteSource = (typeof REMOTE_SOURCES)[number];

/** `load`: not loaded; `render`: thrown while a page or slot rendered; `script`: thrown later. */
export const REMOTE_ERROR_KINDS = ['load', 'render', 'script'] as const;
export type RemoteErrorKind = (typeof REMOTE_ERROR_KINDS)[number];

export const INTERACTIONS = ['click', 'submit', 'input'] as const;
export type InteractionName = (typeof INTERACTIONS)[number];

/** Web vitals in milliseconds; CLS has no unit. */
export const VITALS = ['LCP', 'CLS', 'INP', 'FCP', 'TTFB'] as const;
export type VitalName = (typeof VITALS)[number];

export const RUNTIME_REPORT = {
  remotesMax: 20,
  errorsMax: 20,
  spansMax: 20,
  messageMax: 500,
  stackMax: 4000,
  pathMax: 100,
  tokenMax: 100,
} as const;

/**
 * A canary stops once it failed for `visitorsMin` visitors in 24 hours and its failure rate exceeds the live version's by
 * `shareIncreaseMin` (0 to 1) with 95 % confidence. A visitor is an IPv4 address or IPv6 /48; on localhost, a page.
 */
export const CANARY_STOP = { visitorsMin: 5, visitorsMinInDevelopment: 3, shareIncreaseMin: 0.05 } as const;
