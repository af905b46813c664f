import { SESSION } from '@solvent/contracts';
import type { User } from '@solvent/contracts';
import { and, desc, eq, gt, inArray, isNull, lt, lte, ne, notInArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../deps.ts';
import { rememberDevice, claimDeviceToken } from './devices.ts';
import { presentUser } from './users.ts';
import { sessions, users } from '../../../schema/index.ts';
import type { SessionRow, UserRow } from '../../../schema/index.ts';
import type { Db, Tx } from '../../../platform/db/connect.ts';
import { statementName } from '../../../platform/db/prepared.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Events, Outbox } from '../../../platform/outbox/outbox.ts';
import { defineTopic } from '../../../platform/outbox/topic.ts';
import type { Realtime } from '../../../platform/realtime/realtime.ts';
import { hashToken, newToken } from '../../../platform/secrets/secrets.ts';
import { DAY_MS } from '../../../platform/durations.ts';

/** Limits writes of `lastUsedAt`. */
const USE_RECORD_INTERVAL_MS = 5 * 60 * 1000;
const MAX_RECORDED_SESSIONS = 20_000;
const MAX_USER_AGENT_LENGTH = 300;
/** Per user. */
const SESSIONS_MAX = 20;

export interface SignedInCaller {
  user: UserRow;
  sessionId: string;
}

export interface Device {
  userAgent: string | undefined;
  deviceToken?: string | undefined;
  /** Identifies a known device (devices.ts). */
  secret?: string | undefined;
}

/** Shown at sign-in only (product 4.31). */
const SUSPENDED = 'This account is suspended. Please write to us on the contact page.';

const sessionEnded = defineTopic<{ sessionId: string }>('session-ended');

export interface Sessions {
  /** Also claims the device's push token and ends the oldest sessions beyond 20. @returns the token, which is not stored */
  start(tx: Tx, events: Events, userId: string, device: Device): Promise<string>;
  /** Null for an unknown or expired token. */
  find(token: string): Promise<SignedInCaller | null>;
  findLive(sessionIds: ReadonlySet<string>): Promise<Set<string>>;
  list(userId: string): Promise<SessionRow[]>;
  /** @returns false if it is not one of the user's sessions */
  end(tx: Tx, events: Events, userId: string, sessionId: string): Promise<boolean>;
  endAll(tx: Tx, events: Events, userId: string): Promise<void>;
  endOthers(tx: Tx, events: Events, userId: string, keptId: string): Promise<void>;
}

/** Ends sessions and disconnects their sockets after the commit. @returns whether any session ended */
export async function endSessions(tx: Tx, events: Events, filter: SQL | undefined): Promise<boolean> {
  const ended = await tx.delete(sessions).where(filter).returning({ sessionId: sessions.id });
  for (const session of ended) events.add(sessionEnded, session, session);
  return ended.length > 0;
}

export function registerSessionSubscribers(outbox: Outbox, realtime: Pick<Realtime, 'disconnectSession'>): void {
  outbox.subscribe(sessionEnded, {
    read: async (_db, session) => session,
    deliver: ({ sessionId }) => realtime.disconnectSession(sessionId),
  });
}

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
  // Concurrent sign-ins of a user serialize on this row, so that together they stay within the limit.
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (user !== undefined && user.suspendedAt !== null) throw new AppError('forbidden', SUSPENDED);
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

/** /privacy promises 30 days. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, new Date()));
}

export function createSessionStore(db: Db): Sessions {
  // Prepared, because nearly every request runs it.
  const liveSession = db
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
    .prepare(statementName(db, 'find-session'));
  /** Sessions whose last use was recently recorded, or could not be. */
  const recorded = new LRUCache<string, true>({
    max: MAX_RECORDED_SESSIONS,
    ttl: USE_RECORD_INTERVAL_MS,
    perf: { now: () => Date.now() },
  });
  /** Of concurrent requests at most one writes; none waits for a lock, and no failure reaches the request. */
  const recordUse = async ({ id, lastUsedAt }: SessionRow): Promise<void> => {
    const now = new Date();
    const threshold = new Date(now.getTime() - USE_RECORD_INTERVAL_MS);
    if (lastUsedAt > threshold || recorded.has(id)) return;
    recorded.set(id, true);
    const unlocked = db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, id), lte(sessions.lastUsedAt, threshold)))
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
      const [row] = await liveSession.execute({ tokenHash: hashToken(token), now: new Date() });
      if (row === undefined) return null;
      await recordUse(row.sessions);
      return { user: row.users, sessionId: row.sessions.id };
    },
    findLive: async (sessionIds) => {
      const isRequested = sql`${sessions.id} = ANY(${sql.param([...sessionIds])}::uuid[])`;
      const found = await db
        .select({ id: sessions.id })
        .from(sessions)
        .innerJoin(users, eq(sessions.userId, users.id))
        .where(and(isRequested, gt(sessions.expiresAt, new Date()), isNull(users.deletedAt)));
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

interface SessionContext {
  tx: Tx;
  events: Events;
  start(user: UserRow, device: Device): Promise<User>;
}

export const withSession = (deps: Deps, work: (context: SessionContext) => Promise<User>): Promise<User> =>
  deps.transact((tx, events) =>
    work({
      tx,
      events,
      start: async (user, device) => presentUser(user, await deps.sessions.start(tx, events, user.id, device)),
    }),
  );
