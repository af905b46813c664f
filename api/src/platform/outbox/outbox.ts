import { sql } from 'drizzle-orm';
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

/** Interval of sweeps for events that another server did not deliver (ms). */
const SWEEP_INTERVAL_MS = 2000;
/** Overdue events that one statement claims, and that one sweep delivers at most. */
const SWEEP_BATCH = 20;
const SWEEP_MAX = 200;
/** Claimed events are leased (s). Events that are not delivered in time (ms) wait for the end of their lease. */
const LEASE_SECONDS = 30;
const DELIVERY_MAX_MS = 25_000;
/** Rows of what was delivered wait so long (ms), so that many go in one statement. */
const COLLECTED_FOR = 50;
/** Attempts are at most so far apart (s), and so many of them take some twenty hours. */
const PAUSE_MAX = 3600;
const ATTEMPTS_MAX = 30;

/** What a transaction adds to, to be told once it is through. */
export interface Events {
  /** @param key is stored @param content is delivered, unless this server ends before */
  add<Key extends object, Content>(topic: Topic<Key, Content>, key: Key, content: Content): void;
}

/** Runs a transaction with its events: they are stored in it, by one statement at its end, and delivered after the commit. */
export type Transact = <Result>(work: (tx: Tx, events: Events) => Promise<Result>) => Promise<Result>;

/** An event whose row is stored. */
interface StoredEvent {
  id: string;
  name: string;
  deliver: () => void | Promise<void>;
}

/** An event as it is stored. */
interface EventRow {
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

/**
 * Keeps what is to be told in the table `outbox` until it is told: at least once, by this server or, should it end, by another
 * one. Whoever hears must not mind hearing it twice.
 */
export class Outbox {
  readonly #db: Db;
  readonly #upkeep: Db;
  readonly #realtime: Pick<Realtime, 'flush'>;
  readonly #log: FastifyBaseLogger;
  readonly #watch: DatabaseWatch;
  // Each is only given keys of its own topic.
  readonly #subscribers = new Map<string, Subscriber<never, never>>();
  #delivered: string[] = [];
  #collecting: NodeJS.Timeout | undefined;
  #forgetting: Promise<void> = Promise.resolve();
  #sweeping: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /**
   * @param realtime says whether what was delivered has gone out to every server
   * @param upkeep where nothing waits behind people's requests: what was delivered, and is removed late under load, is delivered again by
   *   others, which is more load
   * @param watch shared with the other loops of the process
   */
  constructor(
    db: Db,
    realtime: Pick<Realtime, 'flush'>,
    log: FastifyBaseLogger,
    { upkeep = db, watch = watchDatabase(log) }: { upkeep?: Db | undefined; watch?: DatabaseWatch } = {},
  ) {
    this.#db = db;
    this.#upkeep = upkeep;
    this.#watch = watch;
    this.#realtime = realtime;
    this.#log = log;
  }

  /** Says who delivers a topic. Events of topics that nobody delivers are not stored. */
  subscribe<Key extends object, Content>({ name }: Topic<Key, Content>, subscriber: Subscriber<Key, Content>): void {
    this.#subscribers.set(name, subscriber as unknown as Subscriber<never, never>);
  }

  readonly transact: Transact = async (work) => {
    const stored: StoredEvent[] = [];
    const rows: EventRow[] = [];
    const add: Events['add'] = (topic, key, content) => {
      const subscriber = this.#subscribers.get(topic.name) as Subscriber<typeof key, typeof content> | undefined;
      if (subscriber === undefined) return;
      const id = newId();
      rows.push({ id, topic: topic.name, payload: key, lease: topic.leaseMs, trace: currentTraceparent() });
      stored.push({ id, name: topic.name, deliver: () => subscriber.deliver(content) });
    };
    const result = await this.#db.transaction(async (tx) => {
      const worked = await work(tx, { add });
      if (rows.length > 0) await tx.execute(insertion(rows));
      return worked;
    });
    this.#deliver(stored);
    return result;
  };

  /** Delivers an event whose row the caller has stored in a statement of its own. */
  deliverStored<Key extends object, Content>({ name }: Topic<Key, Content>, id: string, content: Content): void {
    const subscriber = this.#subscribers.get(name) as Subscriber<Key, Content> | undefined;
    if (subscriber !== undefined) this.#deliver([{ id, name, deliver: () => subscriber.deliver(content) }]);
  }

  /** Whether somebody delivers a topic here. */
  delivers({ name }: Pick<Topic<object, unknown>, 'name'>): boolean {
    return this.#subscribers.has(name);
  }

  /** Looks now and then for what is overdue. */
  start(): void {
    const next = () => {
      if (!this.#closed) this.#timer = setTimeout(sweep, SWEEP_INTERVAL_MS).unref();
    };
    const sweep = () => {
      this.#sweeping = this.sweep()
        .catch((error: unknown) => {
          if (!this.#watch.reportOutage(error)) this.#log.warn(throttledError(error), 'Overdue events could not be read');
        })
        .finally(next);
    };
    next();
  }

  /**
   * Delivers what is overdue, the oldest first; any number of servers may do so at once (SKIP LOCKED).
   * @returns how many events it claimed
   */
  async sweep(): Promise<number> {
    // While Redis is away, what was delivered before is only on its way: this server's pages would hear it again and again.
    if (!(await this.#realtime.flush())) return 0;
    let swept = 0;
    let claimed = SWEEP_BATCH;
    while (claimed === SWEEP_BATCH && swept < SWEEP_MAX && !this.#closed) {
      claimed = await this.#sweepSome();
      swept += claimed;
    }
    return swept;
  }

  async #sweepSome(): Promise<number> {
    const started = performance.now();
    const { rows } = await this.#upkeep.execute<OutboxRow>(claim([...this.#subscribers.keys()]));
    this.#watch.reportSuccess();
    for (const row of rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
      if (performance.now() - started < DELIVERY_MAX_MS) await this.#redeliver(row);
    await this.#forget();
    return rows.length;
  }

  /** Ends the sweeping, and removes the rows of what was delivered. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#collecting);
    await this.#sweeping;
    await this.#forget();
  }

  #deliver(events: StoredEvent[]): void {
    for (const { id, name, deliver } of events) {
      try {
        const delivering = currentTraceparent() === undefined ? deliver() : delivery(name, undefined, deliver);
        if (delivering instanceof Promise)
          void delivering.then(() => this.#done(id)).catch((error: unknown) => this.#complain(name, error));
        else this.#done(id);
      } catch (error) {
        this.#complain(name, error);
      }
    }
  }

  async #redeliver({ id, topic, payload, attempts, trace }: OutboxRow): Promise<void> {
    const subscriber = this.#subscribers.get(topic) as Subscriber<unknown, unknown> | undefined;
    if (subscriber === undefined) return;
    try {
      await delivery(topic, trace ?? undefined, async () => {
        const content = await subscriber.read(this.#db, payload);
        if (content !== undefined) await subscriber.deliver(content);
      });
      this.#done(id);
    } catch (error) {
      this.#complain(topic, error);
      if (attempts < ATTEMPTS_MAX) return this.#postpone(id, attempts);
      this.#log.error({ topic, payload }, 'An event was given up: it could not be delivered for a day');
      this.#done(id);
    }
  }

  /** If this fails, the event is retried after its lease. */
  async #postpone(id: string, attempts: number): Promise<void> {
    await this.#upkeep.execute(postponement(id, attempts)).catch((error: unknown) => this.#complain('postponed', error));
  }

  #complain(topic: string, error: unknown): void {
    this.#log.warn(throttledError(error, { topic }), 'An event was not delivered; it is tried again');
  }

  #done(id: string): void {
    this.#delivered.push(id);
    if (!this.#closed) this.#collecting ??= setTimeout(() => void this.#forget(), COLLECTED_FOR).unref();
  }

  #forget(): Promise<void> {
    clearTimeout(this.#collecting);
    this.#collecting = undefined;
    this.#forgetting = this.#forgetting.then(() => this.#removeDelivered());
    return this.#forgetting;
  }

  /** What fails is only logged: the event is then delivered twice. */
  async #removeDelivered(): Promise<void> {
    const ids = this.#delivered;
    this.#delivered = [];
    if (ids.length === 0) return;
    try {
      if (await this.#realtime.flush()) await runPrepared(this.#upkeep, REMOVE, [ids]);
    } catch (error) {
      if (!this.#watch.reportOutage(error))
        this.#log.warn(throttledError(error), 'Events that were delivered are not removed from the outbox');
    }
  }
}

/**
 * Transactions of a program beside the servers: a server finds their events as overdue, and delivers them.
 * @param unheard topics that no server on these settings delivers
 */
export const createCommandTransact =
  (db: Db, unheard: Pick<Topic<object, unknown>, 'name'>[] = []): Transact =>
  (work) =>
    db.transaction(async (tx) => {
      const rows: EventRow[] = [];
      const add: Events['add'] = ({ name }, payload) => {
        if (!unheard.some((topic) => topic.name === name))
          rows.push({ id: newId(), topic: name, payload, lease: 0, trace: undefined });
      };
      const worked = await work(tx, { add });
      if (rows.length > 0) await tx.execute(insertion(rows));
      return worked;
    });

/** A delivery as a span of the work that led to it, be it in this process or where its row was stored. */
const delivery = (topic: string, trace: string | undefined, deliver: () => void | Promise<void>): Promise<void> =>
  withSpan({ name: `deliver ${topic}`, kind: 'consumer' }, trace, deliver);

/** As many as there are, in one statement that is planned once. */
const REMOVE = { name: 'remove-delivered', text: 'DELETE FROM outbox WHERE id = ANY($1::uuid[])' };

/** By the clock of the database, which all servers share. */
const dueIn = (milliseconds: ReturnType<typeof sql>) => sql`clock_timestamp() + ${milliseconds} * interval '1 millisecond'`;

const insertion = (rows: EventRow[]) => sql`
  INSERT INTO outbox (id, topic, payload, due_at, trace)
  SELECT id, topic, payload, ${dueIn(sql`lease`)}, trace
  FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS event (id uuid, topic text, payload jsonb, lease integer, trace text)`;

/** Claims overdue events. */
const claim = (topics: string[]) => sql`
  UPDATE outbox SET attempts = attempts + 1, due_at = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
  WHERE id IN (
    SELECT id FROM outbox WHERE due_at < clock_timestamp() AND topic = ANY(${sql.param(topics)}::text[])
    ORDER BY due_at LIMIT ${SWEEP_BATCH} FOR UPDATE SKIP LOCKED
  )
  RETURNING id, topic, payload, attempts, trace`;

/** The pause doubles with each attempt. */
const postponement = (id: string, attempts: number) => sql`
  UPDATE outbox SET due_at = clock_timestamp() + ${Math.min(2 ** attempts, PAUSE_MAX)} * interval '1 second'
  WHERE id = ${id} AND attempts = ${attempts}`;
