import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';
import { startCallSpan, endSpan } from '../tracing/tracing.ts';

export interface PoolWatcher {
  /** @param seconds spent waiting for the connection */
  onAcquired(seconds: number): void;
  onStatement(kind: StatementKind, seconds: number, error: unknown): void;
}

const KINDS = ['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback'] as const;
export type StatementKind = (typeof KINDS)[number] | 'other';

function getText(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query && typeof query.text === 'string' ? query.text : '';
}

function getKind(text: string): StatementKind {
  const word = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase();
  return KINDS.find((kind) => kind === word) ?? 'other';
}

/** Spans have the start of a statement (characters), and never its parameters. */
const MAX_SPAN_TEXT_LENGTH = 2000;

const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1000;

export function watchPool(pool: pg.Pool, watcher: PoolWatcher): void {
  const known = new WeakSet<object>();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    watchStatements(client, watcher);
  });
  watchAcquisition(pool, watcher);
}

type Callback = (...results: unknown[]) => void;

type CallbackMethod = (...args: unknown[]) => unknown;

/** Calls `method`, and `onEnd` when its callback is called or its promise settles. */
function callWithEnd(method: CallbackMethod, args: unknown[], onEnd: (error: unknown) => void): unknown {
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const wrapped: Callback = (...results) => {
      onEnd(results[0] ?? undefined);
      (callback as Callback)(...results);
    };
    // Keeps the caller's trace: another request may release the connection that is waited for.
    return method(...args.slice(0, -1), AsyncResource.bind(wrapped));
  }
  const result = method(...args);
  if (result instanceof Promise) result.then(() => onEnd(undefined), onEnd);
  return result;
}

function watchStatements(client: pg.PoolClient, { onStatement }: PoolWatcher): void {
  const original = client.query.bind(client) as CallbackMethod;
  const query: CallbackMethod = (...args) => {
    const text = getText(args[0]);
    // Cursors and copies have no text, and end in other ways.
    if (text === '') return original(...args);
    const kind = getKind(text);
    const startedAt = performance.now();
    const queryText = text.slice(0, MAX_SPAN_TEXT_LENGTH).trim();
    const span = startCallSpan(kind, { 'db.system.name': 'postgresql', 'db.query.text': queryText });
    return callWithEnd(original, args, (error) => {
      onStatement(kind, secondsSince(startedAt), error);
      endSpan(span, error);
    });
  };
  Object.assign(client, { query });
}

function watchAcquisition(pool: pg.Pool, { onAcquired }: PoolWatcher): void {
  const original = pool.connect.bind(pool) as CallbackMethod;
  const connect: CallbackMethod = (...args) => {
    const startedAt = performance.now();
    return callWithEnd(original, args, (error) => {
      if (error === undefined) onAcquired(secondsSince(startedAt));
    });
  };
  Object.assign(pool, { connect });
}
