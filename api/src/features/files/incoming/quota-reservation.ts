import { STORAGE } from '@solvent/contracts';
import { and, eq, lt, sum } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireCaller } from '../../accounts/access.ts';
import type { Deps } from '../../../deps.ts';
import { storedBytes, uploadReservations } from '../schema.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { AppError, rateLimited } from '../../../platform/errors/app-error.ts';

const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;
/** What comes around the files: texts, and the form's own lines (bytes). */
const AROUND = MEBIBYTE;
/** What an upload has taken is given back after so long (ms), should its server have ended: its files are gone by then (kept-files.ts). */
const RESERVED_FOR = 3 * 3_600_000;

const full = () =>
  new AppError(
    'too_large',
    `All files of an account can take ${STORAGE.maxBytes / GIBIBYTE} GB, and yours would take more with this. Delete modules or pictures that you no longer need, or write to us.`,
  );

const tooMuchToday = ({ retryAfter = 3600 }: AppError) =>
  rateLimited(retryAfter, {
    reason: `With this you would have sent more than ${STORAGE.maxBytesPerDay / GIBIBYTE} GB of files in a day.`,
  });

/** @throws AppError malformed without a length; too_large with one that no such upload has */
function lengthOf({ headers }: FastifyRequest, filesMaxBytes: number): number {
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (!Number.isSafeInteger(length) || length < 0)
    throw new AppError('malformed', 'Say how long this upload is (Content-Length), so that there is room for it.');
  if (length > filesMaxBytes + AROUND)
    throw new AppError('too_large', `This upload is too large: it can have at most ${filesMaxBytes / MEBIBYTE} MB.`);
  return length;
}

/** Of uploads at the same time each sees what the others have taken. */
async function reserve(tx: Tx, userId: string, bytes: number): Promise<string> {
  await tx.insert(storedBytes).values({ userId, bytes: 0 }).onConflictDoNothing();
  const [stored] = await tx.select().from(storedBytes).where(eq(storedBytes.userId, userId)).for('update');
  const own = eq(uploadReservations.userId, userId);
  await tx.delete(uploadReservations).where(and(own, lt(uploadReservations.createdAt, new Date(Date.now() - RESERVED_FOR))));
  const [reserved] = await tx
    .select({ bytes: sum(uploadReservations.bytes).mapWith(Number) })
    .from(uploadReservations)
    .where(own);
  if ((stored?.bytes ?? 0) + (reserved?.bytes ?? 0) + bytes > STORAGE.maxBytes) throw full();
  const id = newId();
  await tx.insert(uploadReservations).values({ id, userId, bytes, createdAt: new Date() });
  return id;
}

/** The room that one upload takes: of what its sender may send in a day, and of what all of their files may take. */
class UploadRoom {
  readonly #deps: Pick<Deps, 'db' | 'limits'>;
  readonly #request: FastifyRequest;
  readonly #filesMaxBytes: number;
  readonly #before: number;
  #length = 0;
  #reservation: string | undefined;

  /** @param filesMaxBytes so much may all of its files have */
  constructor(deps: Pick<Deps, 'db' | 'limits'>, request: FastifyRequest, filesMaxBytes: number) {
    this.#deps = deps;
    this.#request = request;
    this.#filesMaxBytes = filesMaxBytes;
    this.#before = request.raw.socket.bytesRead;
  }

  /**
   * Takes it, before anything is read of the files; what is refused later, or breaks off, was sent all the same.
   * @throws AppError too_large, rate_limited or malformed, with a sentence
   */
  async take(): Promise<void> {
    if (this.#reservation !== undefined) return;
    const length = lengthOf(this.#request, this.#filesMaxBytes);
    const { db, limits } = this.#deps;
    await limits.consume('uploadedBytes', this.#caller, length).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'rate_limited' ? tooMuchToday(error) : error;
    });
    this.#length = length;
    this.#reservation = await db.transaction((tx) => reserve(tx, requireCaller(this.#request).user.id, length));
  }

  /** Gives back what did not come, and what is not kept: rows of files count by themselves. Never throws; what fails is logged. */
  async leave(): Promise<void> {
    try {
      const reservation = this.#reservation;
      this.#reservation = undefined;
      if (reservation !== undefined) await this.#deps.db.delete(uploadReservations).where(eq(uploadReservations.id, reservation));
      const { raw } = this.#request;
      const missing = this.#length - (raw.socket.bytesRead - this.#before);
      if (raw.socket.destroyed && !raw.complete && missing >= 1)
        await this.#deps.limits.release('uploadedBytes', this.#caller, missing);
    } catch (error) {
      this.#request.log.warn({ err: error }, 'The room of an upload was not given back; it is in some hours');
    }
  }

  get #caller() {
    return { ip: this.#request.ip, account: requireCaller(this.#request).user.id };
  }
}

/**
 * Aborts when the caller goes away before they have the answer, so that what was to be done for them need not be. (The request's
 * own signal aborts as soon as its body was read.)
 */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Who sends files, and on what terms. */
export interface Sender {
  id: string;
  /** Aborted when nobody is there any more to hear of it. */
  signal: AbortSignal;
  /** To be taken before files are read. */
  room: UploadRoom;
}

/** The signed-in caller of an upload whose files have so many bytes at most. Its room must be left in the end. */
export function senderOf(
  deps: Pick<Deps, 'db' | 'limits'>,
  request: FastifyRequest,
  reply: FastifyReply,
  filesMaxBytes: number,
): Sender {
  return {
    id: requireCaller(request).user.id,
    signal: goneSignal(reply),
    room: new UploadRoom(deps, request, filesMaxBytes),
  };
}
