import { sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Tx } from '../db/connect.ts';
import { watchDatabase } from '../db/database-watch.ts';
import type { DatabaseWatch } from '../db/database-watch.ts';
import { throttledError } from '../failure-log.ts';
import { newId } from '../db/new-id.ts';
import { runPrepared } from '../db/prepared.ts';
import type { Realtime } from '../realtime/realtime.ts';
import { currentTraceparent, withSpan } from '../tracing/tracing.ts';
import type { Subscriber, Topic } from './topic.ts';

/** Interval for delivering events that another server did not deliver. */
const SWEEP_INTERVAL_MS = 2000;
/** Events per statement, and per sweep. */
const BATCH_SIZE = 20;
const MAX_SWEPT = 200;
const LEASE_SECONDS = 30;
/** A claimed event that is not delivered by then waits for the end of its lease. */
const MAX_DELIVERY_MS = 25_000;
/** Collects delivered events, to delete many in one statement. */
const DELETE_DELAY_MS = 50;
const MAX_RETRY_SECONDS = 3600;
const MAX_ATTEMPTS = 30;

export interface Events {
  /** @param key is stored @param content is delivered, unless this server stops before */
  add<Key extends object, Content>(topic: Topic<Key, Content>, key: Key, content: Content): void;
}

/** Runs a transaction, and stores its events in it by one statement at its end. */
export type Transact = <Result>(work: (tx: Tx, events: Events) => Promise<Result>) => Promise<Result>;

interface NewRow {
  id: string;
  topic: string;
  payload: object;
  lease: number;
  trace: string | undefined;
}

interface OutboxRow {
  id: string;
  topic: string;
  payload: unknown;
  attempts: number;
  trace: string | null;
  [column: string]: unknown;
}

/** Delivers events at least once: by this server or, if it stops, by another one. Subscribers must be idempotent. */
export class Outbox {
  readonly #db: Db;
  readonly #backgroundDb: Db;
  readonly #realtime: Pick<Realtime, 'flush'>;
  readonly #log: FastifyBaseLogger;
  readonly #watch: DatabaseWatch;
  // Each only gets keys of its own topic.
  readonly #subscribers = new Map<string, Subscriber<never, never>>();
  #delivered: string[] = [];
  #deleteTimer: NodeJS.Timeout | undefined;
  #deleting: Promise<void> = Promise.resolve();
  #sweeping: Promise<unknown> = Promise.resolve();
  #sweepTimer: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param backgroundDb must not wait behind requests: events that are deleted late under load are delivered again, which adds load */
  constructor(
    db: Db,
    realtime: Pick<Realtime, 'flush'>,
    log: FastifyBaseLogger,
    { backgroundDb = db, watch = watchDatabase(log) }: { backgroundDb?: Db | undefined; watch?: DatabaseWatch } = {},
  ) {
    this.#db = db;
    this.#backgroundDb = backgroundDb;
    this.#watch = watch;
    this.#realtime = realtime;
    this.#log = log;
  }

  /** Events of topics without a subscriber are not stored. */
  subscribe<Key extends object, Content>({ name }: Topic<Key, Content>, subscriber: Subscriber<Key, Content>): void {
    this.#subscribers.set(name, subscriber as unknown as Subscriber<never, never>);
  }

  readonly transact: Transact = async (work) => {
    const deliveries: (() => void)[] = [];
    const rows: NewRow[] = [];
    const add: Events['add'] = (topic, key, content) => {
      if (!this.delivers(topic)) return;
      const id = newId();
      rows.push({ id, topic: topic.name, payload: key, lease: topic.leaseMs, trace: currentTraceparent() });
      deliveries.push(() => this.deliverStored(topic, id, content));
    };
    const result = await transactWithRows(this.#db, rows, (tx) => work(tx, { add }));
    for (const deliver of deliveries) deliver();
    return result;
  };

  deliverStored<Key extends object, Content>({ name }: Topic<Key, Content>, id: string, content: Content): void {
    const subscriber = this.#subscribers.get(name) as Subscriber<Key, Content> | undefined;
    if (subscriber === undefined) return;
    const deliver = async () => subscriber.deliver(content);
    const delivering = currentTraceparent() === undefined ? deliver() : traceDelivery(name, undefined, deliver);
    delivering.then(
      () => this.#markDelivered(id),
      (error: unknown) => this.#logFailure(name, error),
    );
  }

  delivers({ name }: Pick<Topic<object, unknown>, 'name'>): boolean {
    return this.#subscribers.has(name);
  }

  start(): void {
    this.#sweepTimer = setTimeout(() => {
      this.#sweeping = this.sweep()
        .catch((error: unknown) => {
          if (!this.#watch.reportOutage(error)) this.#log.warn(throttledError(error), 'Overdue events could not be read');
        })
        .finally(() => {
          if (!this.#closed) this.start();
        });
    }, SWEEP_INTERVAL_MS).unref();
  }

  /** Delivers overdue events, the oldest first; safe on several servers at once (SKIP LOCKED). @returns how many it claimed */
  async sweep(): Promise<number> {
    // Without Redis, delivered events stay in the outbox, and this server's pages would receive them repeatedly.
    if (!(await this.#realtime.flush())) return 0;
    let swept = 0;
    let claimed = BATCH_SIZE;
    while (claimed === BATCH_SIZE && swept < MAX_SWEPT && !this.#closed) {
      claimed = await this.#sweepBatch();
      swept += claimed;
    }
    return swept;
  }

  async #sweepBatch(): Promise<number> {
    const startedAt = performance.now();
    const { rows } = await this.#backgroundDb.execute<OutboxRow>(claimStatement([...this.#subscribers.keys()]));
    this.#watch.reportSuccess();
    for (const row of rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
      if (performance.now() - startedAt < MAX_DELIVERY_MS) await this.#redeliver(row);
    await this.#deleteDelivered();
    return rows.length;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#sweepTimer);
    clearTimeout(this.#deleteTimer);
    await this.#sweeping;
    await this.#deleteDelivered();
  }

  async #redeliver({ id, topic, payload, attempts, trace }: OutboxRow): Promise<void> {
    const subscriber = this.#subscribers.get(topic) as Subscriber<unknown, unknown> | undefined;
    try {
      await traceDelivery(topic, trace ?? undefined, async () => {
        const content = await subscriber?.read(this.#db, payload);
        if (content !== undefined) await subscriber?.deliver(content);
      });
      this.#markDelivered(id);
    } catch (error) {
      this.#logFailure(topic, error);
      // If this fails, the event is retried after its lease.
      if (attempts < MAX_ATTEMPTS)
        await this.#postpone(id, attempts).catch((failure: unknown) => this.#logFailure(topic, failure));
      else {
        this.#log.error({ topic, payload }, 'An event was dropped after a day of failed deliveries');
        this.#markDelivered(id);
      }
    }
  }

  #postpone(id: string, attempts: number): Promise<unknown> {
    return this.#backgroundDb.execute(sql`
      UPDATE outbox SET due_at = clock_timestamp() + ${Math.min(2 ** attempts, MAX_RETRY_SECONDS)} * interval '1 second'
      WHERE id = ${id} AND attempts = ${attempts}`);
  }

  #logFailure(topic: string, error: unknown): void {
    this.#log.warn(throttledError(error, { topic }), 'An event was not delivered and will be retried');
  }

  #markDelivered(id: string): void {
    this.#delivered.push(id);
    if (!this.#closed) this.#deleteTimer ??= setTimeout(() => void this.#deleteDelivered(), DELETE_DELAY_MS).unref();
  }

  #deleteDelivered(): Promise<void> {
    clearTimeout(this.#deleteTimer);
    this.#deleteTimer = undefined;
    this.#deleting = this.#deleting.then(() => this.#deleteRows());
    return this.#deleting;
  }

  /** Failures are only logged: the events are delivered twice. */
  async #deleteRows(): Promise<void> {
    const ids = this.#delivered;
    this.#delivered = [];
    if (ids.length === 0) return;
    try {
      if (await this.#realtime.flush()) await runPrepared(this.#backgroundDb, DELETE_STATEMENT, [ids]);
    } catch (error) {
      if (!this.#watch.reportOutage(error))
        this.#log.warn(throttledError(error), 'Delivered events could not be deleted from the outbox');
    }
  }
}

/**
 * Creates the transact function of CLI commands. Stores events without a lease, so that a running server delivers them as overdue.
 * @param unhandled topics whose events are not stored, because no server subscribes to them
 */
export const createCommandTransact =
  (db: Db, unhandled: Pick<Topic<object, unknown>, 'name'>[] = []): Transact =>
  (work) => {
    const rows: NewRow[] = [];
    const add: Events['add'] = ({ name }, payload) => {
      if (!unhandled.some((topic) => topic.name === name))
        rows.push({ id: newId(), topic: name, payload, lease: 0, trace: undefined });
    };
    return transactWithRows(db, rows, (tx) => work(tx, { add }));
  };

const transactWithRows = <Result>(db: Db, rows: NewRow[], work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db.transaction(async (tx) => {
    const result = await work(tx);
    if (rows.length > 0) await tx.execute(insertStatement(rows));
    return result;
  });

const traceDelivery = (topic: string, trace: string | undefined, deliver: () => Promise<void>): Promise<void> =>
  withSpan({ name: `deliver ${topic}`, kind: 'consumer' }, trace, deliver);

const DELETE_STATEMENT = { name: 'remove-delivered', text: 'DELETE FROM outbox WHERE id = ANY($1::uuid[])' };

/**
 * Builds a part of a larger statement that stores an event for each row of `from`. The server of the statement delivers the events
 * by {@link Outbox.deliverStored}.
 */
export function insertEvents<Key extends object>(
  { name, leaseMs }: Topic<Key, unknown>,
  { id, key, trace, from }: { id: SQLWrapper; key: Record<keyof Key, SQLWrapper>; trace: SQLWrapper; from: SQL },
): SQL {
  const pairs = Object.entries<SQLWrapper>(key).map(([field, value]) => sql`${field}::text, ${value}`);
  return sql`
  INSERT INTO outbox (id, topic, payload, due_at, trace)
  SELECT ${id}::uuid, ${name}::text, jsonb_build_object(${sql.join(pairs, sql`, `)}),
    clock_timestamp() + ${leaseMs}::integer * interval '1 millisecond', ${trace}::text
  FROM ${from}`;
}

const insertStatement = (rows: NewRow[]) => sql`
  INSERT INTO outbox (id, topic, payload, due_at, trace)
  SELECT id, topic, payload, clock_timestamp() + lease * interval '1 millisecond', trace
  FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS event (id uuid, topic text, payload jsonb, lease integer, trace text)`;

const claimStatement = (topics: string[]) => sql`
  UPDATE outbox SET attempts = attempts + 1, due_at = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
  WHERE id IN (
    SELECT id FROM outbox WHERE due_at < clock_timestamp() AND topic = ANY(${sql.param(topics)}::text[])
    ORDER BY due_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
  )
  RETURNING id, topic, payload, attempts, trace`;
