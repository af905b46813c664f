import { DEVICE_HEADER } from '@solvent/contracts';
import { and, desc, eq, gte, lt, ne, notInArray, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Device } from './sessions.ts';
import { hashToken } from '../../../platform/secrets/tokens.ts';
import { knownDevices, sessions } from '../schema.ts';
import type { Db, Executor, Tx } from '../../../platform/db/connect.ts';
import { lockKey } from '../../../platform/db/transactions.ts';

/** So many devices of a person are known: those that signed in last. */
const MAX_KNOWN_DEVICES = 20;
/** For so long after its last sign-in (ms): /privacy says so. */
const KNOWN_DEVICE_TTL_MS = 90 * 24 * 3600 * 1000;
/** A device is a stranger's after so many wrong passwords in a row: whoever stole it does not guess for ever. */
const MAX_FAILURES = 20;
/** 32 bytes in base64url. */
const SECRET_PATTERN = /^[\w-]{43}$/;

const hashDevice = (userId: string, secret: string): string => hashToken(`${userId} ${secret}`);

/** What a request says of the device that it comes from. A secret that nobody would make by chance is none. */
export function parseDevice({ headers }: FastifyRequest): Device {
  const secret = headers[DEVICE_HEADER];
  const isSecret = typeof secret === 'string' && SECRET_PATTERN.test(secret);
  return { userAgent: headers['user-agent'], secret: isSecret ? secret : undefined };
}

/**
 * Whether a person has signed in on a device before. Asks the database the same for nobody as for somebody.
 * @param userId undefined: nobody
 * @returns what the device is counted by; undefined for a stranger's
 */
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

/** Notes a wrong password on a known device, which is a stranger's from the last one on. */
export async function recordFailure(db: Db, secretHash: string): Promise<void> {
  const same = eq(knownDevices.secretHash, secretHash);
  await db
    .update(knownDevices)
    .set({ failures: sql`${knownDevices.failures} + 1` })
    .where(same);
  await db.delete(knownDevices).where(and(same, gte(knownDevices.failures, MAX_FAILURES)));
}

/** Knows a device from now on, on which its person has just shown who they are. */
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

/** Forgets a person's devices: whoever knew the old password there is a stranger now. @param kept the one on which they are */
export async function deleteDevices(executor: Executor, userId: string, kept: Pick<Device, 'secret'> = {}): Promise<void> {
  const others = kept.secret === undefined ? undefined : ne(knownDevices.secretHash, hashDevice(userId, kept.secret));
  await executor.delete(knownDevices).where(and(eq(knownDevices.userId, userId), others));
}

/** Removes the devices on which nobody has signed in for long. */
export async function removeOldDevices(db: Db): Promise<void> {
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, new Date(Date.now() - KNOWN_DEVICE_TTL_MS)));
}

/**
 * Takes a device's push token from whichever session has it: a device is one person's at a time. Whoever takes the same
 * one waits for the end of the transaction.
 */
export async function claimDeviceToken(tx: Tx, deviceToken: string): Promise<void> {
  await lockKey(tx, deviceToken);
  await tx.update(sessions).set({ deviceToken: null }).where(eq(sessions.deviceToken, deviceToken));
}

/**
 * Says where a session's pushes go; null for nowhere. The token is told to nobody and goes with the session.
 * @returns false if the session has ended.
 */
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
