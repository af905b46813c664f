import { and, desc, eq, gt, lt } from 'drizzle-orm';
import { SESSION } from '@solvent/contracts';
import type { Db, Executor } from '../db/connect.ts';
import { sessions } from '../db/schema/sessions.ts';
import type { SessionRow } from '../db/schema/sessions.ts';
import { users } from '../db/schema/users.ts';
import type { UserRow } from '../db/schema/users.ts';
import { hashToken, newToken } from './tokens.ts';

const DAY = 24 * 3600 * 1000;
/** A session's last use is noted at most this often (ms), so that reading does not write. */
const USE_NOTED_EVERY = 5 * 60 * 1000;
const USER_AGENT_MAX = 300;

/** Somebody signed in, on one device. */
export interface SignedIn {
  user: UserRow;
  sessionId: string;
}

/** The signed-in devices of people. */
export interface Sessions {
  /** Signs a person in; the token is told this once. */
  start(userId: string, userAgent: string | undefined, executor?: Executor): Promise<string>;
  /** Whose token it is; null for one that is made up, over or ended. */
  find(token: string): Promise<SignedIn | null>;
  /** A person's live sessions, the last used first. */
  list(userId: string): Promise<SessionRow[]>;
  /** Ends one of a person's sessions; false if it is not one of theirs. */
  end(userId: string, sessionId: string): Promise<boolean>;
  /** Ends all of a person's sessions; gives their ids. */
  endAll(userId: string): Promise<string[]>;
}

/** {@link Sessions} in the database, so that every replica knows them. */
export function createSessions(db: Db): Sessions {
  const noteUse = async (session: SessionRow): Promise<void> => {
    const now = new Date();
    if (now.getTime() - session.lastUsedAt.getTime() < USE_NOTED_EVERY) return;
    await db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, session.id));
  };

  return {
    start: async (userId, userAgent, executor = db) => {
      const token = newToken();
      const now = new Date();
      await executor.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.expiresAt, now)));
      await executor.insert(sessions).values({
        userId,
        tokenHash: hashToken(token),
        userAgent: (userAgent ?? '').slice(0, USER_AGENT_MAX),
        createdAt: now,
        lastUsedAt: now,
        expiresAt: new Date(now.getTime() + SESSION.days * DAY),
      });
      return token;
    },
    find: async (token) => {
      const alive = and(eq(sessions.tokenHash, hashToken(token)), gt(sessions.expiresAt, new Date()));
      const found = await db.select().from(sessions).innerJoin(users, eq(sessions.userId, users.id)).where(alive);
      const row = found[0];
      if (row === undefined) return null;
      await noteUse(row.sessions);
      return { user: row.users, sessionId: row.sessions.id };
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
    endAll: async (userId) => {
      const ended = await db.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id });
      return ended.map(({ id }) => id);
    },
  };
}
