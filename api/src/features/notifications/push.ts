import { notificationTarget } from '@solvent/contracts';
import type { Notification } from '@solvent/contracts';
import { and, desc, eq, gt, inArray, isNotNull } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { sessions } from '../accounts/schema.ts';
import { notifications } from './schema.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { PushProvider } from '../../platform/push/push-provider.ts';
import { within } from '../../platform/within.ts';

/** Someone's devices hear of one matter at most this often (ms). */
export const PAUSE = 5000;

interface Turn<Item> {
  timer: NodeJS.Timeout;
  /** The latest that came meanwhile. */
  next: Item | undefined;
}

/** Lets the first through at once, and of those that follow within {@link PAUSE} the latest, when it is over. */
class DeviceTurns<Item> {
  readonly #letThrough: (item: Item) => void;
  readonly #turns = new Map<string, Turn<Item>>();

  readonly #replaced: (item: Item) => void;

  /** @param replaced hears of one that a later one has taken the place of */
  constructor(letThrough: (item: Item) => void, replaced: (item: Item) => void) {
    this.#letThrough = letThrough;
    this.#replaced = replaced;
  }

  /** @param key whose devices, and what it is about */
  take(key: string, item: Item): void {
    const turn = this.#turns.get(key);
    if (turn === undefined) return this.#begin(key, item);
    if (turn.next !== undefined) this.#replaced(turn.next);
    turn.next = item;
  }

  /** Lets everything through that waits. */
  end(): void {
    for (const { timer, next } of this.#turns.values()) {
      clearTimeout(timer);
      if (next !== undefined) this.#letThrough(next);
    }
    this.#turns.clear();
  }

  #begin(key: string, item: Item): void {
    const timer = setTimeout(() => this.#over(key), PAUSE).unref();
    this.#turns.set(key, { timer, next: undefined });
    this.#letThrough(item);
  }

  #over(key: string): void {
    const next = this.#turns.get(key)?.next;
    this.#turns.delete(key);
    if (next !== undefined) this.#begin(key, next);
  }
}

/** The provider takes so many at once; nobody has more. */
const DEVICES_MAX = 500;
/** A push holds 4 KB at most: the texts are cut far below (characters). */
const TITLE_MAX = 200;
const BODY_MAX = 500;
/** How long the end of the server waits for what is on its way (ms). */
const TIMEOUT = 2000;

/** So long (ms) it may take until a push is handed over: the pause of its devices, and the provider's answer. */
export const PUSH_LEASE = 30_000;

/** A notification, and whose it is. */
interface Told {
  userId: string;
  notification: Notification;
}

/** Pushes notifications to the devices of those they were made for. */
export interface Pusher {
  /** Settles once it is handed over, or a later one has taken its place. @throws what the provider fails with, which took nothing */
  push(told: Told): Promise<void>;
  /** Sends what waits. */
  close(): Promise<void>;
}

/** One that waits for its turn. */
interface Waiting {
  told: Told;
  settled: () => void;
  failed: (error: unknown) => void;
}

/** Devices that are signed in as the person a notification is for, unless they have read it meanwhile. */
async function tokensFor(db: Db, { userId, notification }: Told): Promise<string[]> {
  const found = await db
    .select({ token: sessions.deviceToken })
    .from(sessions)
    .innerJoin(notifications, eq(notifications.userId, sessions.userId))
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.expiresAt, new Date()),
        isNotNull(sessions.deviceToken),
        eq(notifications.id, notification._id),
        eq(notifications.read, false),
      ),
    )
    .orderBy(desc(sessions.lastUsedAt))
    .limit(DEVICES_MAX);
  return found.flatMap(({ token }) => (token === null ? [] : [token]));
}

async function forget(db: Db, tokens: string[]): Promise<void> {
  if (tokens.length > 0) await db.update(sessions).set({ deviceToken: null }).where(inArray(sessions.deviceToken, tokens));
}

async function send(db: Db, provider: PushProvider, told: Told): Promise<string[]> {
  const tokens = await tokensFor(db, told);
  if (tokens.length === 0) return [];
  const { title, message } = told.notification;
  const texts = { title: title.slice(0, TITLE_MAX), body: message.slice(0, BODY_MAX) };
  const { dead, failures } = await provider.send(tokens, { ...texts, path: notificationTarget(told.notification).href });
  await forget(db, dead);
  return failures;
}

/** A {@link Pusher} to the push tokens of signed-in devices; tokens of devices that are gone are forgotten. */
export function createPusher(db: Db, provider: PushProvider, log: FastifyBaseLogger): Pusher {
  const sending = new Set<Promise<void>>();

  async function sendAndLog(told: Told): Promise<void> {
    const failures = await send(db, provider, told);
    if (failures.length > 0) log.warn({ failures }, 'A notification did not reach all devices');
  }
  const turns = new DeviceTurns<Waiting>(
    ({ told, settled, failed }) => {
      const mine = sendAndLog(told)
        .then(settled, failed)
        .finally(() => sending.delete(mine));
      sending.add(mine);
    },
    ({ settled }) => settled(),
  );

  return {
    push: (told) =>
      new Promise((settled, failed) => {
        turns.take(`${told.userId} ${notificationTarget(told.notification).href}`, { told, settled, failed });
      }),
    close: async () => {
      turns.end();
      await within(TIMEOUT, 'Sending pushes', Promise.all(sending)).catch(() => undefined);
    },
  };
}
