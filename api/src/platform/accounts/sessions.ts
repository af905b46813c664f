import { and, desc, eq, gt, isNull, lt, ne, notInArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { SESSION } from '@solvent/contracts';
import type { Db, Executor, Tx } from '../db/connect.ts';
import { sessions } from '../db/schema/sessions.ts';
import type { SessionRow } from '../db/schema/sessions.ts';
import { users } from '../db/schema/users.ts';
import type { UserRow } from '../db/schema/users.ts';
import { takeDeviceToken } from './device-tokens.ts';
import { rememberDevice } from './known-devices.ts';
import { hashToken, newToken } from './tokens.ts';

const DAY = 24 * 3600 * 1000;
/** A session's last use is noted at most this often (ms), so that reading does not write. */
const USE_NOTED_EVERY = 5 * 60 * 1000;
const USER_AGENT_MAX = 300;

/** So many devices of a person are signed in at once. */
const SESSIONS_MAX = 20;

/** Somebody signed in, on one device. */
export interface SignedIn {
  user: UserRow;
  sessionId: string;
}

/** Where somebody signs in: what the browser says of itself, and where its pushes go, if anywhere. */
export interface Device {
  userAgent: string | undefined;
  deviceToken?: string | undefined;
  /** By which the device is known again (known-devices.ts); undefined where it keeps none. */
  secret?: string | undefined;
}

/** A session that was started. */
export interface Started {
  token: string;
  /** The ids of those that were too many then: their sockets are to be told, after the commit. */
  ended: string[];
}

/** The signed-in devices of people. */
export interface Sessions {
  /**
   * Signs a person in; the token is told this once. The device's push token is taken from any other session, the device is known
   * from then on, and of more than 20 sessions the oldest end.
   */
  start(userId: string, device: Device, executor?: Executor): Promise<Started>;
  /** Whose token it is; null for one that is made up, over or ended. */
  find(token: string): Promise<SignedIn | null>;
  /** Which of these sessions are neither over nor ended. */
  living(sessionIds: ReadonlySet<string>): Promise<Set<string>>;
  /** A person's live sessions, the last used first. */
  list(userId: string): Promise<SessionRow[]>;
  /** Ends one of a person's sessions; false if it is not one of theirs. */
  end(userId: string, sessionId: string): Promise<boolean>;
  /** Ends all of a person's sessions; gives their ids: their sockets are to be told, after the commit. */
  endAll(userId: string, executor?: Executor): Promise<string[]>;
  /** Ends all of a person's sessions but one, likewise. */
  endOthers(userId: string, keptId: string, executor?: Executor): Promise<string[]>;
}

async function endWhere(executor: Executor, which: SQL | undefined): Promise<string[]> {
  const ended = await executor.delete(sessions).where(which).returning({ id: sessions.id });
  return ended.map(({ id }) => id);
}

/** Leaves room for one more. @returns the ids of the oldest, which ended for it */
async function endOldest(tx: Tx, userId: string): Promise<string[]> {
  const kept = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(SESSIONS_MAX - 1);
  return endWhere(tx, and(eq(sessions.userId, userId), notInArray(sessions.id, kept)));
}

async function startSession(tx: Tx, userId: string, { userAgent, deviceToken, secret }: Device): Promise<Started> {
  const token = newToken();
  const now = new Date();
  // Who signs in as the same person waits: two at once would each find room for one.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  if (deviceToken) await takeDeviceToken(tx, deviceToken);
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.expiresAt, now)));
  const ended = await endOldest(tx, userId);
  await tx.insert(sessions).values({
    userId,
    tokenHash: hashToken(token),
    userAgent: (userAgent ?? '').slice(0, USER_AGENT_MAX),
    deviceToken: deviceToken || null,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + SESSION.days * DAY),
  });
  if (secret !== undefined) await rememberDevice(tx, userId, secret);
  return { token, ended };
}

/** Removes what is left of sessions that are over: /privacy promises 30 days. */
export async function removeExpiredSessions(db: Db): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, new Date()));
}

/** {@link Sessions} in the database, so that every replica knows them. */
export function createSessions(db: Db): Sessions {
  const noteUse = async (session: SessionRow): Promise<void> => {
    const now = new Date();
    if (now.getTime() - session.lastUsedAt.getTime() < USE_NOTED_EVERY) return;
    await db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, session.id));
  };

  return {
    start: (userId, device, executor = db) => executor.transaction((tx) => startSession(tx, userId, device)),
    find: async (token) => {
      const alive = and(eq(sessions.tokenHash, hashToken(token)), gt(sessions.expiresAt, new Date()), isNull(users.deletedAt));
      const found = await db.select().from(sessions).innerJoin(users, eq(sessions.userId, users.id)).where(alive);
      const row = found[0];
      if (row === undefined) return null;
      await noteUse(row.sessions);
      return { user: row.users, sessionId: row.sessions.id };
    },
    living: async (sessionIds) => {
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
    end: async (userId, sessionId) => {
      const own = and(eq(sessions.userId, userId), eq(sessions.id, sessionId));
      return (await db.delete(sessions).where(own).returning({ id: sessions.id })).length > 0;
    },
    endAll: (userId, executor = db) => endWhere(executor, eq(sessions.userId, userId)),
    endOthers: (userId, keptId, executor = db) => endWhere(executor, and(eq(sessions.userId, userId), ne(sessions.id, keptId))),
  };
}
