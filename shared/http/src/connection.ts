import type { Query } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queryClient } from './query-client.ts';

/** Whether the server can be reached: `offline` as the browser says, `silent` where calls have no answer all the same. */
export type Connection = 'on' | 'offline' | 'silent';

/** It needs no access header, and asks nobody for anything. */
const PROBE = '/api/health/live';

/** How often it is asked for while there is no connection, in milliseconds. */
const PROBE_EVERY = 3000;

/** A network that drops packets answers nothing, and a browser waits for minutes. */
const PROBE_TIMEOUT_MS = 5000;

/** A call may take longer, as an upload does; but then the server is probed. */
const UNANSWERED_AFTER_MS = 10_000;

let connection: Connection = 'on';
let isWatched = false;
let isProbing = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const changed = new Set<() => void>();
const returned = new Set<() => void>();
/** Functions that end the calls that have no answer yet after {@link UNANSWERED_AFTER_MS}. */
const hanging = new Set<() => void>();

/**
 * Fetches what failed, hangs or may have changed without a connection, except for queries that receive the response which ended the
 * outage: it is delivered first. Invalidating alone keeps a first fetch that hangs.
 */
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

function become(next: Connection): void {
  clearTimeout(timer);
  if (isWatched && next !== 'on') timer = setTimeout(() => void probe(), PROBE_EVERY);
  if (next === connection) return;
  const isBack = next === 'on';
  connection = next;
  for (const tell of changed) tell();
  if (!isBack) return;
  void refetchAll();
  for (const tell of returned) tell();
}

const lost = (): Connection => (navigator.onLine ? 'silent' : 'offline');

async function probe(): Promise<void> {
  if (isProbing) return;
  isProbing = true;
  const abort = new AbortController();
  const limit = setTimeout(() => abort.abort(), PROBE_TIMEOUT_MS);
  const isThere = await fetch(PROBE, { cache: 'no-store', credentials: 'omit', signal: abort.signal }).then(
    () => true,
    () => false,
  );
  clearTimeout(limit);
  isProbing = false;
  if (!isWatched) return;
  become(isThere ? 'on' : lost());
  if (!isThere) for (const end of hanging) end();
}

/** A call had no answer. One may fail for reasons of its own: so the server is asked before anything is said. */
export function reportNoResponse(): void {
  if (isWatched && connection === 'on') void probe();
}

/**
 * Watches a call that begins.
 * @param end ends the call; it is called if neither the call nor a probe is answered, so that nothing waits for minutes
 * @returns a function to call when the call has ended
 */
export function watchRequest(end?: () => void): () => void {
  if (!isWatched) return () => undefined;
  const silence = setTimeout(() => {
    if (end) hanging.add(end);
    reportNoResponse();
  }, UNANSWERED_AFTER_MS);
  return () => {
    clearTimeout(silence);
    if (end) hanging.delete(end);
  };
}

/** A call was answered. */
export function reportResponse(): void {
  if (connection !== 'on') become('on');
}

/** Watches whether the server can be reached, for the whole page. @returns a function that ends it */
export function watchConnection(): () => void {
  const onOffline = () => become('offline');
  const onOnline = () => void probe();
  isWatched = true;
  if (!navigator.onLine) become('offline');
  window.addEventListener('offline', onOffline);
  window.addEventListener('online', onOnline);
  return () => {
    isWatched = false;
    clearTimeout(timer);
    connection = 'on';
    window.removeEventListener('offline', onOffline);
    window.removeEventListener('online', onOnline);
  };
}

/** Hears of each time that the server can be reached again. */
export function onReconnect(tell: () => void): () => void {
  returned.add(tell);
  return () => void returned.delete(tell);
}

function subscribe(tell: () => void): () => void {
  changed.add(tell);
  return () => void changed.delete(tell);
}

export const useConnection = (): Connection =>
  useSyncExternalStore(
    subscribe,
    () => connection,
    () => 'on',
  );
