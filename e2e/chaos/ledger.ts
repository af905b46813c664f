/** What a person has written, and what became of it (moments in ms of this process). */
export interface Written {
  clientId: string;
  tab: number;
  pair: number;
  text: string;
  hasFile: boolean;
  at: number;
  /** When a tab of its author first knew that it is stored. */
  acknowledgedAt?: number;
  /** When a tab of the other one first showed it. */
  shownAt?: number;
}

/** All that was written, by its clientId, and each request for it. */
export interface Ledger {
  written: Map<string, Written>;
  /** How long each request took that was answered (ms). */
  durations: number[];
  /** Requests that ended without an answer, or with one that says "later". */
  failedRequests: number;
  /** Answers that gave the result of an earlier try. */
  repeats: number;
  /** Messages that two tabs had on their way at the same time, each in a sentence: for who looks for the cause. */
  concurrentSends: string[];
}

export const createLedger = (): Ledger => ({ written: new Map(), durations: [], failedRequests: 0, repeats: 0, concurrentSends: [] });
