import { SESSION, DEVICE_HEADER } from '@solvent/contracts';
import type { User } from '@solvent/contracts';
import { and, desc, eq, gt, inArray, isNull, lt, lte, ne, notInArray, sql, gte } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { lockUser, presentUser } from './users.ts';
import { sessions, users, knownDevices } from '../../../schema/index.ts';
import type { SessionRow, UserRow } from '../../../schema/index.ts';
import type { Db, Tx, Executor } from '../../../platform/db/connect.ts';
import { statementName } from '../../../platform/db/prepared.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Events, Outbox } from '../../../platform/outbox/outbox.ts';
import { defineTopic } from '../../../platform/outbox/topic.ts';
import type { Realtime } from '../../../platform/realtime/realtime.ts';
import { hashToken, newToken } from '../../../platform/secrets/secrets.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { FastifyRequest } from 'fastify';
import { lockKey } from '../../../platform/db/transactions.ts';

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
  /** Identifies a known device. */
  secret?: string | undefined;
}

/** Shown at sign-in only (product 4.31). */
const SUSPENDED = 'This account is suspended. Please write to us on the contact page.';

const sessionEnded = defineTopic<{ sessionId: string }>('session-ended');

export type Sessions = ReturnType<typeof createSessionStore>;

/** Ends sessions and disconnects their sockets after the commit. @returns whether any session ended */
export async function endSessions(tx: Tx, events: Events, filter: SQL | undefined): Promise<boolean> {
  const ended = await tx.delete(sessions).where(filter).returning({ sessionId: sessions.id });
  for (const session of ended) events.add(sessionEnded, session, session);
  return ended.length > 0;
}

export const endOtherSessions = (tx: Tx, events: Events, userId: string, keptId: string): Promise<boolean> =>
  endSessions(tx, events, and(eq(sessions.userId, userId), ne(sessions.id, keptId)));

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

/** Starts a session, claims the device's push token, and ends the oldest sessions beyond 20. @returns the token, which is not stored */
export async function startSession(tx: Tx, events: Events, userId: string, device: Device): Promise<string> {
  const { userAgent, deviceToken, secret } = device;
  const token = newToken();
  const now = new Date();
  // Concurrent sign-ins of a user serialize on this row, so that together they stay within the limit.
  const user = await lockUser(tx, userId);
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

export const listSessions = (db: Db, userId: string): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id));

/** Deletes expired sessions. /privacy states that a session is stored for 30 days. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, new Date()));
}

export function createSessionStore(db: Db) {
  const hasToken = eq(sessions.tokenHash, sql.placeholder('tokenHash'));
  const isLive = gt(sessions.expiresAt, sql.placeholder('now'));
  // Prepared, because nearly every request runs it.
  const liveSession = db
    .select()
    .from(sessions)
    .innerJoin(users, eq(sessions.userId, users.id))
    .where(and(hasToken, isLive, isNull(users.deletedAt)))
    .prepare(statementName(db, 'find-session'));
  const bounds = { max: MAX_RECORDED_SESSIONS, ttl: USE_RECORD_INTERVAL_MS };
  /** Sessions whose last use was recently recorded, or could not be. */
  const recorded = new LRUCache<string, true>({ ...bounds, perf: { now: () => Date.now() } });
  /**
   * Updates the last use of a session. At most one of several concurrent requests writes. None waits for a lock, and a failure does
   * not affect the request.
   */
  const recordUse = async ({ id, lastUsedAt }: SessionRow): Promise<void> => {
    const now = new Date();
    const threshold = new Date(now.getTime() - USE_RECORD_INTERVAL_MS);
    if (lastUsedAt > threshold || recorded.has(id)) return;
    recorded.set(id, true);
    const isOutdated = and(eq(sessions.id, id), lte(sessions.lastUsedAt, threshold));
    const found = db.select({ id: sessions.id }).from(sessions).where(isOutdated);
    const isUnlocked = inArray(sessions.id, found.for('no key update', { skipLocked: true }));
    const recording = db.update(sessions).set({ lastUsedAt: now }).where(isUnlocked);
    await recording.catch(() => undefined);
  };

  return {
    /** Finds the caller with this token; null if it is unknown or expired. */
    find: async (token: string): Promise<SignedInCaller | null> => {
      const [row] = await liveSession.execute({ tokenHash: hashToken(token), now: new Date() });
      if (row === undefined) return null;
      await recordUse(row.sessions);
      return { user: row.users, sessionId: row.sessions.id };
    },
    findLive: async (sessionIds: ReadonlySet<string>): Promise<Set<string>> => {
      const isRequested = sql`${sessions.id} = ANY(${sql.param([...sessionIds])}::uuid[])`;
      const found = await db
        .select({ id: sessions.id })
        .from(sessions)
        .innerJoin(users, eq(sessions.userId, users.id))
        .where(and(isRequested, gt(sessions.expiresAt, new Date()), isNull(users.deletedAt)));
      return new Set(found.map(({ id }) => id));
    },
  };
}

export const signInUser = async (tx: Tx, events: Events, user: UserRow, device: Device): Promise<User> =>
  presentUser(user, await startSession(tx, events, user.id, device));

const MAX_KNOWN_DEVICES = 20;
/** Retention after the last sign-in, as stated in /privacy. */
const KNOWN_DEVICE_TTL_MS = 90 * DAY_MS;
/** Consecutive wrong passwords until a device is unknown again, so that a stolen device can't guess forever. */
const MAX_FAILURES = 20;
/** 32 bytes in base64url. */
const SECRET_PATTERN = /^[\w-]{43}$/;

const hashDevice = (userId: string, secret: string): string => hashToken(`${userId} ${secret}`);

export function parseDevice({ headers }: FastifyRequest): Device {
  const secret = headers[DEVICE_HEADER];
  const isSecret = typeof secret === 'string' && SECRET_PATTERN.test(secret);
  return { userAgent: headers['user-agent'], secret: isSecret ? secret : undefined };
}

/** Runs the same query without a user, so that timing reveals nothing. @returns the key of the device's limits */
export async function findKnownDevice(db: Db, userId: string | undefined, { secret }: Device): Promise<string | undefined> {
  if (secret === undefined) return undefined;
  const isSame = eq(knownDevices.secretHash, hashDevice(userId ?? '', secret));
  const isRecent = gte(knownDevices.lastUsedAt, new Date(Date.now() - KNOWN_DEVICE_TTL_MS));
  const [known] = await db.select().from(knownDevices).where(and(isSame, isRecent));
  return known?.secretHash;
}

/** Counts a wrong password on a known device, and deletes the device at the limit. */
export async function recordFailure(db: Db, secretHash: string): Promise<void> {
  const isSame = eq(knownDevices.secretHash, secretHash);
  const failures = sql`${knownDevices.failures} + 1`;
  await db.update(knownDevices).set({ failures }).where(isSame);
  await db.delete(knownDevices).where(and(isSame, gte(knownDevices.failures, MAX_FAILURES)));
}

async function rememberDevice(tx: Tx, userId: string, secret: string): Promise<void> {
  const now = new Date();
  await tx
    .insert(knownDevices)
    .values({ secretHash: hashDevice(userId, secret), userId, createdAt: now, lastUsedAt: now })
    .onConflictDoUpdate({ target: knownDevices.secretHash, set: { failures: 0, lastUsedAt: now } });
  const kept = tx
    .select({ secretHash: knownDevices.secretHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.lastUsedAt), desc(knownDevices.secretHash))
    .limit(MAX_KNOWN_DEVICES);
  await tx.delete(knownDevices).where(and(eq(knownDevices.userId, userId), notInArray(knownDevices.secretHash, kept)));
}

/** Deletes a user's known devices except `kept`: someone else may know the old password there. */
export async function deleteDevices(executor: Executor, userId: string, kept: Pick<Device, 'secret'> = {}): Promise<void> {
  const others = kept.secret === undefined ? undefined : ne(knownDevices.secretHash, hashDevice(userId, kept.secret));
  await executor.delete(knownDevices).where(and(eq(knownDevices.userId, userId), others));
}

export async function deleteOldDevices(db: Db): Promise<void> {
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, new Date(Date.now() - KNOWN_DEVICE_TTL_MS)));
}

/** Removes a push token from any other session: a device belongs to one user at a time. Concurrent claims serialize. */
async function claimDeviceToken(tx: Tx, deviceToken: string): Promise<void> {
  await lockKey(tx, deviceToken);
  await tx.update(sessions).set({ deviceToken: null }).where(eq(sessions.deviceToken, deviceToken));
}

/** @param deviceToken null turns pushes off @returns false if the session has ended */
export const setDeviceToken = (db: Db, sessionId: string, deviceToken: string | null): Promise<boolean> =>
  db.transaction(async (tx) => {
    if (deviceToken !== null) await claimDeviceToken(tx, deviceToken);
    const isOwn = eq(sessions.id, sessionId);
    return (await tx.update(sessions).set({ deviceToken }).where(isOwn).returning({ id: sessions.id })).length > 0;
  });
