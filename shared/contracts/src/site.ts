/**
 * What one deployment tells the page: inlined by the server as JSON in
 * `<script type="application/json" id="solvent-config">`, never built in.
 */
export interface RuntimeConfig {
  /** Value of the `x-app-key` header. Names the client application; no secret. */
  appKey: string;
  identity: {
    apiKey: string;
    authDomain: string;
    projectId: string;
    /** Origin of the local Firebase Auth emulator; absent in production. */
    emulatorUrl?: string;
  };
  /** Present where push messages are configured. */
  push?: { appId: string; messagingSenderId: string; vapidKey: string };
  /** Present where analytics are configured. */
  analytics?: { appId: string; measurementId: string };
  /** What this request asked to run in place of what the channel pins (`?remote=`), and what the server says to it. */
  overrides?: OverrideDecision[];
  /** By which this page's reports count (`POST /runtime-reports`). Absent where this tab overrides something. */
  reportToken?: string;
  /** Present where traces are kept: of this share (0 to 1) of what people do. */
  tracing?: { ratio: number };
  /** True where mail goes to the page `/dev/mail` instead of an inbox. */
  localMail: boolean;
  /** How modules are paid for: not at all, so that none is sold, or in test mode, where no money moves. Absent: a server from before this. */
  payments?: 'none' | 'test';
}

/** One asked-for override, decided by the server: the channel says what is allowed. */
export interface OverrideDecision {
  remote: string;
  /** As asked: an origin such as `http://localhost:3003`, or a version. */
  target: string;
  /** Why it may not run, in a sentence: the page is as if nobody had asked. Null where it is allowed. */
  refused: string | null;
  /** It is allowed, and not available: why, in a sentence. Nothing runs in its place. */
  missing?: string;
  /** An allowed version's place in the store, as the channel would pin it: JSON of a `RemoteBuild`. An origin's is asked of the origin. */
  build?: object;
}

/** The id of the script element that holds the {@link RuntimeConfig}. */
export const CONFIG_ELEMENT_ID = 'solvent-config';

/**
 * The cookie by which a browser tells the server which candidates it runs: JSON of its number for each remote (0 to 99), by its name.
 */
export const CANARY_COOKIE = 'canary';

/** A cookie that is `off` where pages are to come as the browser draws them: for tests, and to tell whose a fault is. */
export const RENDERING_COOKIE = 'rendering';

/** The id of the script element that holds the {@link ServedPage}. */
export const SERVED_ELEMENT_ID = 'solvent-served';

/** What a page was made of that the server made for a visitor, ahead of any script. */
export interface ServedPage {
  /** When it was made, by the server's clock (ms since the epoch): what depends on the time was written then. */
  at: number;
  /** Milliseconds since then: others may have seen it before. */
  age: number;
  /** The shell and the remote whose code made it: their versions by name. */
  versions: Record<string, string>;
  /** Answers of the API, by their keys in the query cache. */
  queries: { key: readonly unknown[]; data: unknown }[];
}

/** How a part of a page came to be run (docs/decisions/0018). */
export const REMOTE_SOURCES = ['live', 'previous', 'candidate', 'override'] as const;
export type RemoteSource = (typeof REMOTE_SOURCES)[number];

/** Where a remote's error came from: it could not be loaded, it threw while a page or slot rendered, or later. */
export const REMOTE_ERROR_KINDS = ['load', 'render', 'script'] as const;
export type RemoteErrorKind = (typeof REMOTE_ERROR_KINDS)[number];

/** What of a person's doings begins a trace. */
export const INTERACTIONS = ['click', 'submit', 'input'] as const;
export type InteractionName = (typeof INTERACTIONS)[number];

/** Web vitals, as browsers measure them: milliseconds; CLS has no unit. */
export const VITALS = ['LCP', 'CLS', 'INP', 'FCP', 'TTFB'] as const;
export type VitalName = (typeof VITALS)[number];

/** Limits of a report: what is longer is cut by the page, and refused by the server. */
export const RUNTIME_REPORT = {
  partsMax: 20,
  errorsMax: 20,
  spansMax: 20,
  messageMax: 500,
  stackMax: 4000,
  pathMax: 100,
  tokenMax: 100,
} as const;

/**
 * When a canary stops itself: once it has failed for so many visitors of the last 24 hours, and as good as certainly (95 %) for
 * a share of them that is larger than the live version's by so much (share: 0 to 1). A visitor is an IPv4 address or an
 * IPv6 /48; on one's own machine each page is one, and in development fewer are enough.
 */
export const CANARY_STOP = { visitorsMin: 5, visitorsMinInDevelopment: 3, shareMore: 0.05 } as const;

/** Answer of `POST /contact`. */
export interface ContactAnswer {
  /** What a person quotes when they ask again, such as `SOL-7K3M9Q`. */
  reference: string;
}
