import { DEVICE_HEADER } from '@solvent/contracts';
import { and, desc, eq, gte, lt, ne, notInArray, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Device } from './sessions.ts';
import { hashToken } from '../../../platform/secrets/secrets.ts';
import { knownDevices, sessions } from '../../../schema/index.ts';
import type { Db, Executor, Tx } from '../../../platform/db/connect.ts';
import { lockKey } from '../../../platform/db/transactions.ts';
import { DAY_MS } from '../../../platform/durations.ts';

const MAX_KNOWN_DEVICES = 20;
/** Since the last sign-in, as /privacy states. */
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
export async function findKnownDevice(
  db: Db,
  userId: string | undefined,
  { secret }: Pick<Device, 'secret'>,
): Promise<string | undefined> {
  if (secret === undefined) return undefined;
  const known = and(
    eq(knownDevices.secretHash, hashDevice(userId ?? '', secret)),
    gte(knownDevices.lastUsedAt, new Date(Date.now() - KNOWN_DEVICE_TTL_MS)),
  );
  return (await db.select({ secretHash: knownDevices.secretHash }).from(knownDevices).where(known))[0]?.secretHash;
}

/** Counts a wrong password on a known device, and deletes the device at the limit. */
export async function recordFailure(db: Db, secretHash: string): Promise<void> {
  const isSame = eq(knownDevices.secretHash, secretHash);
  await db
    .update(knownDevices)
    .set({ failures: sql`${knownDevices.failures} + 1` })
    .where(isSame);
  await db.delete(knownDevices).where(and(isSame, gte(knownDevices.failures, MAX_FAILURES)));
}

export async function rememberDevice(tx: Tx, userId: string, secret: string): Promise<void> {
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
export async function claimDeviceToken(tx: Tx, deviceToken: string): Promise<void> {
  await lockKey(tx, deviceToken);
  await tx.update(sessions).set({ deviceToken: null }).where(eq(sessions.deviceToken, deviceToken));
}

/** @param deviceToken null turns pushes off @returns false if the session has ended */
export function setDeviceToken(
  db: Db,
  { userId, id }: { userId: string; id: string },
  deviceToken: string | null,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (deviceToken !== null) await claimDeviceToken(tx, deviceToken);
    const own = and(eq(sessions.id, id), eq(sessions.userId, userId));
    return (await tx.update(sessions).set({ deviceToken }).where(own).returning({ id: sessions.id })).length > 0;
  });
}
