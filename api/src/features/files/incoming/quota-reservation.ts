import { STORAGE } from '@solvent/contracts';
import { and, eq, lt, sum } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireCaller } from '../../accounts/index.ts';
import type { Deps } from '../deps.ts';
import { storedBytes, uploadReservations } from '../../../schema/index.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { AppError, rateLimited } from '../../../platform/errors/app-error.ts';

const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;
const FORM_OVERHEAD_BYTES = MEBIBYTE;
/** For reservations of a killed server. Its files are deleted earlier (upload-batch.ts). */
const RESERVATION_TTL_MS = 3 * 3_600_000;

const storageFull = () =>
  new AppError(
    'too_large',
    `All files of an account can take ${STORAGE.maxBytes / GIBIBYTE} GB, and this upload would exceed that. Delete modules or pictures that you no longer need, or contact us.`,
  );

const dailyLimitExceeded = ({ retryAfter = 3600 }: AppError) =>
  rateLimited(retryAfter, {
    reason: `This upload would exceed the limit of ${STORAGE.maxBytesPerDay / GIBIBYTE} GB of files in a day.`,
  });

function parseContentLength({ headers }: FastifyRequest, filesMaxBytes: number): number {
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (!Number.isSafeInteger(length) || length < 0) throw new AppError('malformed', 'An upload needs a Content-Length header.');
  if (length > filesMaxBytes + FORM_OVERHEAD_BYTES)
    throw new AppError('too_large', `This upload is too large: it can have at most ${filesMaxBytes / MEBIBYTE} MB.`);
  return length;
}

/** Locks the user's row, so that concurrent uploads see each other's reservations. */
async function insertReservation(tx: Tx, userId: string, bytes: number): Promise<string> {
  await tx.insert(storedBytes).values({ userId, bytes: 0 }).onConflictDoNothing();
  const [stored] = await tx.select().from(storedBytes).where(eq(storedBytes.userId, userId)).for('update');
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

function createQuotaReservation({ db, limits }: Pick<Deps, 'db' | 'limits'>, request: FastifyRequest, filesMaxBytes: number) {
  const { raw } = request;
  const caller = { ip: request.ip, account: requireCaller(request).user.id };
  const bytesReadBefore = raw.socket.bytesRead;
  let length = 0;
  let id: string | undefined;
  return {
    /** Uploads that fail later count in the daily limit. @throws AppError too_large, rate_limited or malformed */
    async reserve(): Promise<void> {
      if (id !== undefined) return;
      const declared = parseContentLength(request, filesMaxBytes);
      await limits.consume('uploadedBytes', caller, declared).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'rate_limited' ? dailyLimitExceeded(error) : error;
      });
      length = declared;
      id = await db.transaction((tx) => insertReservation(tx, caller.account, declared));
    },
    /** Also releases the unsent part of the daily limit. Never throws. */
    async release(): Promise<void> {
      try {
        if (id !== undefined) await db.delete(uploadReservations).where(eq(uploadReservations.id, id));
        const missing = length - (raw.socket.bytesRead - bytesReadBefore);
        if (raw.socket.destroyed && !raw.complete && missing >= 1) await limits.release('uploadedBytes', caller, missing);
      } catch (error) {
        request.log.warn({ err: error }, 'The quota of an upload was not released; it expires within hours');
      }
    },
  };
}

export interface Sender {
  id: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  quota: ReturnType<typeof createQuotaReservation>;
}

export function createSender(
  deps: Pick<Deps, 'db' | 'limits'>,
  request: FastifyRequest,
  { raw }: FastifyReply,
  filesMaxBytes: number,
): Sender {
  const controller = new AbortController();
  // The request's own signal aborts as soon as its body was read.
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  const quota = createQuotaReservation(deps, request, filesMaxBytes);
  return { id: requireCaller(request).user.id, signal: controller.signal, quota };
}
