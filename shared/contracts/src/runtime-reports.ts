/** How a part of a page came to be run (docs/decisions/0018). */
export const PART_SOURCES = ['live', 'previous', 'candidate', 'override'] as const;
export type PartSource = (typeof PART_SOURCES)[number];

/** Where a remote's error came from: its code did not come, it threw while a page or slot rendered, or later. */
export const PART_ERROR_KINDS = ['load', 'render', 'script'] as const;
export type PartErrorKind = (typeof PART_ERROR_KINDS)[number];

/** Web vitals, as browsers measure them: milliseconds; CLS has no unit. */
export const VITALS = ['LCP', 'CLS', 'INP', 'FCP', 'TTFB'] as const;
export type VitalName = (typeof VITALS)[number];

/** A remote whose code a page asked for. */
export interface PartReport {
  name: string;
  version: string;
  source: PartSource;
  /** Whether its code came and gave a remote. */
  loaded: boolean;
  /** From asking to having it. */
  milliseconds: number;
}

/** Something of a remote that failed. */
export interface PartErrorReport {
  name: string;
  version: string;
  source: PartSource;
  kind: PartErrorKind;
  message: string;
  stack: string;
}

/** `POST /runtime-reports`: what a page tells of what it runs. It names nobody. */
export interface RuntimeReportBody {
  /** Of the page (`RuntimeConfig.reportToken`). What comes without it, or with one that is made up or old, counts nowhere. */
  token?: string | undefined;
  channel: string;
  revision: number;
  shell: string;
  /** The path's pattern, such as `/problems/:id`, or `not-found`: never the address itself. */
  path: string;
  /** Who owns the page that the visit began with: the vitals are its. Absent where that is the shell, or it did not come. */
  landing?: { name: string; version: string } | undefined;
  /** What was asked for since the last report of this page; a version that was asked for is told once. */
  parts: PartReport[];
  /** Since the last report; of a page, load and render errors of one version come in one report, so that it failed counts once. */
  errors: PartErrorReport[];
  /** Each once for a page, mostly in its last report. */
  vitals: { name: VitalName; value: number }[];
}

/** Limits of a report: what is longer is cut by the page, and refused by the server. */
export const RUNTIME_REPORT = {
  partsMax: 20,
  errorsMax: 20,
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
