import type { Query } from '@tanstack/react-query';
import { connectionStore, isConnected, onReconnect } from './connection-state.ts';
import type { Connection } from './connection-state.ts';
import { queryClient } from './query-client.ts';

/** Needs no access header and no database. */
const PROBE_PATH = '/api/health/live';

const PROBE_INTERVAL_MS = 3000;

/** Browsers wait for minutes if a network drops packets. */
const PROBE_TIMEOUT_MS = 5000;

/** Probes the server for a longer request; an upload may continue. */
const UNANSWERED_AFTER_MS = 10_000;

let isWatched = false;
let isProbing = false;
let responseCount = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Abort functions of requests pending for {@link UNANSWERED_AFTER_MS}. */
const pendingAborts = new Set<() => void>();

// Refetches queries that failed, hang or may be stale, except those that receive the response which ended the outage. Cancels
// first fetches, as invalidation would keep a hanging one.
async function refetchAll(): Promise<void> {
  const counts = new Map(
    queryClient
      .getQueryCache()
      .getAll()
      .map((query) => [query, query.state.dataUpdateCount]),
  );
  const isMissed = (query: Query) => counts.get(query) === query.state.dataUpdateCount;
  await new Promise((resolve) => setTimeout(resolve));
  await queryClient.cancelQueries({ predicate: (query) => query.state.data === undefined && isMissed(query) });
  await queryClient.invalidateQueries({ predicate: isMissed });
}

function setConnection(next: Connection): void {
  clearTimeout(timer);
  if (isWatched && next !== 'on') timer = setTimeout(() => void probe(), PROBE_INTERVAL_MS);
  connectionStore.setState(next);
}

const getLostState = (): Connection => (navigator.onLine ? 'silent' : 'offline');

async function probe(): Promise<void> {
  if (isProbing) return;
  isProbing = true;
  const countBefore = responseCount;
  const abort = new AbortController();
  const limit = setTimeout(() => abort.abort(), PROBE_TIMEOUT_MS);
  const isReachable = await fetch(PROBE_PATH, { cache: 'no-store', credentials: 'omit', signal: abort.signal }).then(
    () => true,
    () => false,
  );
  clearTimeout(limit);
  isProbing = false;
  if (!isWatched) return;
  const isOutdated = !isReachable && responseCount !== countBefore;
  // Other requests may still hang.
  if (isOutdated) return probe();
  setConnection(isReachable ? 'on' : getLostState());
  if (!isReachable) for (const abortRequest of pendingAborts) abortRequest();
}

/** Reports a request without a response. Probes the server first, as a single request can fail for other reasons. */
export function reportNoResponse(): void {
  if (isWatched && isConnected()) void probe();
}

/** Watches a request, aborted if neither it nor a probe gets a response. @returns ends the watch */
export function watchRequest(abortRequest?: () => void): () => void {
  if (!isWatched) return () => undefined;
  const handleSilence = () => {
    if (abortRequest) pendingAborts.add(abortRequest);
    reportNoResponse();
  };
  // While the server is silent, the next failed probe aborts the request.
  const silence = setTimeout(handleSilence, isConnected() ? UNANSWERED_AFTER_MS : 0);
  return () => {
    clearTimeout(silence);
    if (abortRequest) pendingAborts.delete(abortRequest);
  };
}

export function reportResponse(): void {
  responseCount += 1;
  if (!isConnected()) setConnection('on');
}

export function watchConnection(): () => void {
  const onOffline = () => setConnection('offline');
  const onOnline = () => void probe();
  const stopRefetching = onReconnect(() => void refetchAll());
  isWatched = true;
  if (!navigator.onLine) setConnection('offline');
  window.addEventListener('offline', onOffline);
  window.addEventListener('online', onOnline);
  return () => {
    isWatched = false;
    stopRefetching();
    clearTimeout(timer);
    connectionStore.setState('on');
    window.removeEventListener('offline', onOffline);
    window.removeEventListener('online', onOnline);
  };
}
