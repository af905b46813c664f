import { AsyncResource } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import type { TracingChannel } from 'node:diagnostics_channel';
import pg from 'pg';

interface StatementCall {
  client: object;
  kind: string;
  /** SQL text without the parameters. */
  text: string;
}

interface ConnectionCall {
  pool: pg.Pool;
}

/** Traces all statements of this process's pools; pg itself has no channels. */
export const statementCalls = tracingChannel<unknown, StatementCall>('solvent:statement');
/** Traces waiting for connections. */
export const connectionCalls = tracingChannel<unknown, ConnectionCall>('solvent:connection');

const KINDS = ['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback'];

function getText(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query && typeof query.text === 'string' ? query.text : '';
}

function getKind(text: string): string {
  const word = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase();
  return KINDS.find((kind) => kind === word) ?? 'other';
}

function traceCall<Call extends object>(
  channel: TracingChannel<unknown, Call>,
  call: Call,
  method: (...args: unknown[]) => never,
  args: unknown[],
): never {
  const callback = args.at(-1);
  if (typeof callback !== 'function') return channel.tracePromise(method, call, undefined, ...args) as never;
  // Keeps the caller's trace: another request may release the connection that is waited for.
  const bound = AsyncResource.bind(callback as () => void);
  return channel.traceCallback(method, -1, call, undefined, ...args.slice(0, -1), bound);
}

// The driver's methods have several overloads each; `never` is the result of all of them.

class TracedClient extends pg.Client {
  override query(...args: unknown[]): never {
    const query = (...actual: unknown[]): never => Reflect.apply(super.query, this, actual) as never;
    const text = getText(args[0]);
    // Cursors and copies have no text, and end in other ways.
    if (text === '') return query(...args);
    return traceCall(statementCalls, { client: this, kind: getKind(text), text }, query, args);
  }
}

export class TracedPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ Client: TracedClient, ...config });
  }

  override connect(...args: unknown[]): never {
    const connect = (...actual: unknown[]): never => Reflect.apply(super.connect, this, actual) as never;
    return traceCall(connectionCalls, { pool: this }, connect, args);
  }
}
