import type { FastifyReply, FastifyRequest } from 'fastify';
import { signedIn } from '../../../access/access.ts';
import type { Deps } from '../../../deps.ts';
import { UploadRoom } from './upload-room.ts';

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
  gone: AbortSignal;
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
    id: signedIn(request).user.id,
    gone: goneSignal(reply),
    room: new UploadRoom(deps, request, filesMaxBytes),
  };
}
