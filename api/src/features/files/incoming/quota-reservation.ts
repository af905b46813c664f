import { BYTES_PER_MB, STORAGE } from '@solvent/contracts';
import { and, eq, lt, sum } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { requireCaller } from '../../accounts/index.ts';
import type { Deps } from '../deps.ts';
import { storedBytes, uploadReservations } from '../../../schema/index.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { AppError, rateLimited } from '../../../platform/errors/app-error.ts';

const BYTES_PER_GB = 1024 * BYTES_PER_MB;
const FORM_OVERHEAD_BYTES = BYTES_PER_MB;
/** Reservations of a killed server expire after this time. Its files are deleted earlier (upload-batch.ts). */
const RESERVATION_TTL_MS = 3 * 3_600_000;

const storageFull = () =>
  new AppError(
    'too_large',
    `All files of an account can take ${STORAGE.maxBytes / BYTES_PER_GB} GB, and this upload would exceed that. Delete modules or pictures that you no longer need, or contact us.`,
  );

const DAILY_LIMIT = `This upload would exceed the limit of ${STORAGE.maxBytesPerDay / BYTES_PER_GB} GB of files in a day.`;

function parseContentLength({ headers }: FastifyRequest, filesMaxBytes: number): number {
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (!Number.isSafeInteger(length) || length < 0) throw new AppError('malformed', 'An upload needs a Content-Length header.');
  if (length > filesMaxBytes + FORM_OVERHEAD_BYTES)
    throw new AppError('too_large', `This upload is too large: it can have at most ${filesMaxBytes / BYTES_PER_MB} MB.`);
  return length;
}

/** Locks the user's row, so that concurrent uploads see each other's reservations. */
async function insertReservation(tx: Tx, userId: string, bytes: number): Promise<string> {
  const noChange = { target: storedBytes.userId, set: { userId } };
  const [stored] = await tx.insert(storedBytes).values({ userId, bytes: 0 }).onConflictDoUpdate(noChange).returning();
  const own = eq(uploadReservations.userId, userId);
  const expired = lt(uploadReservations.createdAt, new Date(Date.now() - RESERVATION_TTL_MS));
  await tx.delete(uploadReservations).where(and(own, expired));
  const [reserved] = await tx
    .select({ bytes: sum(uploadReservations.bytes).mapWith(Number) })
    .from(uploadReservations)
    .where(own);
  if ((stored?.bytes ?? 0) + (reserved?.bytes ?? 0) + bytes > STORAGE.maxBytes) throw storageFull();
  const id = newId();
  await tx.insert(uploadReservations).values({ id, userId, bytes, createdAt: new Date() });
  return id;
}

/**
 * Reserves the declared length of an upload before it is read. Uploads that fail later count in the daily limit.
 * @returns releases the reservation, and the unsent part of the daily limit; never throws
 */
export async function reserveQuota(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  request: FastifyRequest,
  filesMaxBytes: number,
): Promise<() => Promise<void>> {
  const { raw, ip } = request;
  const account = requireCaller(request).user.id;
  const bytesReadBefore = raw.socket.bytesRead;
  const length = parseContentLength(request, filesMaxBytes);
  await limits.consume('uploadedBytes', { ip, account }, length).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
    throw rateLimited(error.retryAfter ?? 3600, { reason: DAILY_LIMIT });
  });
  const id = await db
    .transaction((tx) => insertReservation(tx, account, length))
    .catch(async (error: unknown) => {
      await limits.release('uploadedBytes', { ip, account }, length).catch(() => undefined);
      throw error;
    });
  return async () => {
    try {
      await db.delete(uploadReservations).where(eq(uploadReservations.id, id));
      const missing = length - (raw.socket.bytesRead - bytesReadBefore);
      if (raw.socket.destroyed && !raw.complete && missing >= 1) await limits.release('uploadedBytes', { ip, account }, missing);
    } catch (error) {
      request.log.warn({ err: error }, 'The quota of an upload was not released; it expires within hours');
    }
  };
}
