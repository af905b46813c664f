import type { IsoTime } from './envelope.ts';

/** What the team can take down (product 6.10). A review is one of a person, or one of a module. */
export const CONTENT_KINDS = ['problem', 'comment', 'module', 'review'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** Reason and time of a take-down, only for users who can still see the content. */
export interface TakenDown {
  reason: string;
  at: IsoTime;
}
