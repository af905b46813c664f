/** A message and its progress (times in ms of this process). */
export interface Written {
  clientId: string;
  tab: number;
  pair: number;
  text: string;
  hasFile: boolean;
  at: number;
  acknowledgedAt?: number;
  shownAt?: number;
}

export interface Ledger {
  written: Map<string, Written>;
  durations: number[];
  /** Requests without a response, or with a temporary failure. */
  failedRequests: number;
  /** Responses with the result of an earlier try. */
  repeats: number;
  /** Descriptions of messages that two tabs sent at the same time. */
  concurrentSends: string[];
}

export const createLedger = (): Ledger => ({
  written: new Map(),
  durations: [],
  failedRequests: 0,
  repeats: 0,
  concurrentSends: [],
});
