import { SESSION } from '@solvent/contracts';
import type { User } from '@solvent/contracts';
import { and, desc, eq, gt, inArray, isNull, lt, lte, ne, notInArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../../../deps.ts';
import { rememberDevice, claimDeviceToken } from './devices.ts';
import { presentUser } from './users.ts';
import { sessions, users } from '../schema.ts';
import type { SessionRow, UserRow } from '../schema.ts';
import type { Db, Tx } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Events, Outbox } from '../../../platform/outbox/outbox.ts';
import { defineTopic } from '../../../platform/outbox/topic.ts';
import type { Realtime } from '../../../platform/realtime/realtime.ts';
import { hashToken, newToken } from '../../../platform/secrets/tokens.ts';
import { DAY_MS } from '../../../platform/durations.ts';

/** A session's last use is noted at most this often (ms), so that reading does not write. */
const USE_RECORD_INTERVAL_MS = 5 * 60 * 1000;

/** Of so many sessions a server remembers that. */
const MAX_RECORDED_SESSIONS = 20_000;

const MAX_USER_AGENT_LENGTH = 300;

/** So many devices of a person are signed in at once. */
const SESSIONS_MAX = 20;

/** Somebody signed in, on one device. */
export interface SignedInCaller {
  user: UserRow;
  sessionId: string;
}

/** Where somebody signs in: what the browser says of itself, and where its pushes go, if anywhere. */
export interface Device {
  userAgent: string | undefined;
  deviceToken?: string | undefined;
  /** By which the device is known again (devices.ts); undefined where it keeps none. */
  secret?: string | undefined;
}

/** Whoever is suspended is told so where they sign in, and nowhere else (product 4.31). */
const SUSPENDED = 'This account is suspended. Please write to us on the contact page.';

/** A session is over: its pages are told so. */
const sessionEnded = defineTopic<{ sessionId: string }>('session-ended');

/** The signed-in devices of people. */
export interface Sessions {
  /**
   * Signs a person in. The device's push token is taken from any other session, the device is known from then on, and of more
   * than 20 sessions the oldest end.
   * @returns the token, which is told this once
   */
  start(tx: Tx, events: Events, userId: string, device: Device): Promise<string>;
  /** Whose token it is; null for one that is made up, over or ended. */
  find(token: string): Promise<SignedInCaller | null>;
  /** Which of these sessions are neither over nor ended. */
  findLive(sessionIds: ReadonlySet<string>): Promise<Set<string>>;
  /** A person's live sessions, the last used first. */
  list(userId: string): Promise<SessionRow[]>;
  /** Ends one of a person's sessions; false if it is not one of theirs. */
  end(tx: Tx, events: Events, userId: string, sessionId: string): Promise<boolean>;
  /** Ends all of a person's sessions. */
  endAll(tx: Tx, events: Events, userId: string): Promise<void>;
  /** Ends all of a person's sessions but one. */
  endOthers(tx: Tx, events: Events, userId: string, keptId: string): Promise<void>;
}

/** Ends sessions; their pages are told so. @returns whether there were any */
export async function endSessions(tx: Tx, events: Events, which: SQL | undefined): Promise<boolean> {
  const ended = await tx.delete(sessions).where(which).returning({ sessionId: sessions.id });
  for (const session of ended) events.add(sessionEnded, session, session);
  return ended.length > 0;
}

/** Lets the pages of sessions that are over hear of it. */
export function registerSessionSubscribers(outbox: Outbox, realtime: Pick<Realtime, 'disconnectSession'>): void {
  outbox.subscribe(sessionEnded, {
    read: async (_db, session) => session,
    deliver: ({ sessionId }) => realtime.disconnectSession(sessionId),
  });
}

/** Leaves room for one more: the oldest end for it. */
async function endOldest(tx: Tx, events: Events, userId: string): Promise<void> {
  const kept = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(SESSIONS_MAX - 1);
  await endSessions(tx, events, and(eq(sessions.userId, userId), notInArray(sessions.id, kept)));
}

async function startSession(tx: Tx, events: Events, userId: string, { userAgent, deviceToken, secret }: Device): Promise<string> {
  const token = newToken();
  const now = new Date();
  // Who signs in as the same person waits: two at once would each find room for one.
  const [person] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (person !== undefined && person.suspendedAt !== null) throw new AppError('forbidden', SUSPENDED);
  if (deviceToken) await claimDeviceToken(tx, deviceToken);
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.expiresAt, now)));
  await endOldest(tx, events, userId);
  await tx.insert(sessions).values({
    userId,
    tokenHash: hashToken(token),
    userAgent: (userAgent ?? '').slice(0, MAX_USER_AGENT_LENGTH),
    deviceToken: deviceToken || null,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + SESSION.days * DAY_MS),
  });
  if (secret !== undefined) await rememberDevice(tx, userId, secret);
  return token;
}

/** Removes what is left of sessions that are over: /privacy promises 30 days. */
export async function removeExpiredSessions(db: Db): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, new Date()));
}

/** {@link Sessions} in the database, so that every replica knows them. */
export function createSessions(db: Db): Sessions {
  // Asked by nearly every request: each connection plans it once.
  const alive = db
    .select()
    .from(sessions)
    .innerJoin(users, eq(sessions.userId, users.id))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        isNull(users.deletedAt),
      ),
    )
    .prepare('find-session');
  /** Sessions whose use was noted lately, or could not be. */
  const noted = new LRUCache<string, true>({
    max: MAX_RECORDED_SESSIONS,
    ttl: USE_RECORD_INTERVAL_MS,
    perf: { now: () => Date.now() },
  });
  /** At most one of the requests that come meanwhile writes, and none of them waits for another one, or fails with it. */
  const noteUse = async ({ id, lastUsedAt }: SessionRow): Promise<void> => {
    const now = new Date();
    const late = new Date(now.getTime() - USE_RECORD_INTERVAL_MS);
    if (lastUsedAt > late || noted.has(id)) return;
    noted.set(id, true);
    const unlocked = db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, id), lte(sessions.lastUsedAt, late)))
      .for('no key update', { skipLocked: true });
    await db
      .update(sessions)
      .set({ lastUsedAt: now })
      .where(inArray(sessions.id, unlocked))
      .catch(() => undefined);
  };

  return {
    start: startSession,
    find: async (token) => {
      const [row] = await alive.execute({ tokenHash: hashToken(token), now: new Date() });
      if (row === undefined) return null;
      await noteUse(row.sessions);
      return { user: row.users, sessionId: row.sessions.id };
    },
    findLive: async (sessionIds) => {
      const asked = sql`${sessions.id} = ANY(${sql.param([...sessionIds])}::uuid[])`;
      const found = await db
        .select({ id: sessions.id })
        .from(sessions)
        .innerJoin(users, eq(sessions.userId, users.id))
        .where(and(asked, gt(sessions.expiresAt, new Date()), isNull(users.deletedAt)));
      return new Set(found.map(({ id }) => id));
    },
    list: (userId) =>
      db
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date())))
        .orderBy(desc(sessions.lastUsedAt), desc(sessions.id)),
    end: (tx, events, userId, sessionId) => endSessions(tx, events, and(eq(sessions.userId, userId), eq(sessions.id, sessionId))),
    endAll: async (tx, events, userId) => {
      await endSessions(tx, events, eq(sessions.userId, userId));
    },
    endOthers: async (tx, events, userId, keptId) => {
      await endSessions(tx, events, and(eq(sessions.userId, userId), ne(sessions.id, keptId)));
    },
  };
}

/** What a transaction that signs somebody in is given. */
export interface SessionContext {
  tx: Tx;
  events: Events;
  /** Signs in. @returns the person with the token */
  start(user: UserRow, device: Device): Promise<User>;
}

/** Runs a transaction that may sign somebody in. */
export const withSession = (deps: Deps, work: (entry: SessionContext) => Promise<User>): Promise<User> =>
  deps.transact((tx, events) => {
    const start = async (user: UserRow, device: Device): Promise<User> =>
      presentUser(user, await deps.sessions.start(tx, events, user.id, device));
    return work({ tx, events, start });
  });
