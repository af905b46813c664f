import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';
import { startCallSpan, endSpan } from '../tracing/tracing.ts';

/** Hears of what is asked of a database. Times are seconds. */
export interface PoolWatcher {
  /** Somebody was given a connection after so long. */
  onAcquired(seconds: number): void;
  /** A statement ended; `kind` is its first word. */
  onStatement(kind: StatementKind, seconds: number, error: unknown): void;
}

const KINDS = ['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback'] as const;
/** What a statement does, by its first word. */
export type StatementKind = (typeof KINDS)[number] | 'other';

/** The text of a statement, however it is given to the driver. */
function textOf(asked: unknown): string {
  if (typeof asked === 'string') return asked;
  return typeof asked === 'object' && asked !== null && 'text' in asked && typeof asked.text === 'string' ? asked.text : '';
}

function kindOf(text: string): StatementKind {
  const word = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase();
  return KINDS.find((kind) => kind === word) ?? 'other';
}

/** A span holds so much of a statement's text (characters). Its parameters are never in it. */
const TEXT_MAX = 2000;

const secondsSince = (begun: number) => (performance.now() - begun) / 1000;

/**
 * Measures what is asked of a database, in the one place that all of it goes through, and makes each statement a span of the work that
 * it is part of.
 */
export function watchPool(pool: pg.Pool, watcher: PoolWatcher): void {
  const known = new WeakSet<object>();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    watchClient(client, watcher);
  });
  watchWaiting(pool, watcher);
}

type Callback = (...answer: unknown[]) => void;

/** A method that answers by a callback, if it is given one, else by a promise. */
type Asks = (...args: unknown[]) => unknown;

/** Calls `ask` so that `ended` hears how it ends, whichever way it answers. */
function hearing(ask: Asks, args: unknown[], ended: (error: unknown) => void): unknown {
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const answered: Callback = (...answer) => {
      ended(answer[0] ?? undefined);
      // The driver's callback takes what the driver gives.
      (callback as Callback)(...answer);
    };
    return ask(...args.slice(0, -1), AsyncResource.bind(answered));
  }
  const asked = ask(...args);
  if (asked instanceof Promise) asked.then(() => ended(undefined), ended);
  return asked;
}

function watchClient(client: pg.PoolClient, { onStatement }: PoolWatcher): void {
  // The driver's own overloads come to this.
  const ask = client.query.bind(client) as Asks;
  const query: Asks = (...args) => {
    const text = textOf(args[0]);
    // Cursors and copies end in ways of their own.
    if (text === '') return ask(...args);
    const kind = kindOf(text);
    const begun = performance.now();
    const span = startCallSpan(kind, { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, TEXT_MAX).trim() });
    return hearing(ask, args, (error) => {
      onStatement(kind, secondsSince(begun), error);
      endSpan(span, error);
    });
  };
  Object.assign(client, { query });
}

/** A connection that somebody waited for is given by who gives it back: the work that follows is still the first one's. */
function watchWaiting(pool: pg.Pool, { onAcquired }: PoolWatcher): void {
  const connect = pool.connect.bind(pool) as Asks;
  const given: Asks = (...args) => {
    const begun = performance.now();
    return hearing(connect, args, (error) => {
      if (error === undefined) onAcquired(secondsSince(begun));
    });
  };
  Object.assign(pool, { connect: given });
}
