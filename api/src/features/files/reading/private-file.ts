import type { FastifyRequest } from 'fastify';
import { bearerToken } from '../../../access/bearer-token.ts';
import type { FileRow } from '../schema/files.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import type { FileLinks } from '../signed-links.ts';
import { takesPartIn } from './may-read.ts';

/** What reading takes. */
export type ReadDeps = Pick<Deps, 'db' | 'files' | 'sessions'> & { links: FileLinks };

/** A file that may be read, and how long its reader's browser may keep it. */
export interface ReadableFile {
  file: FileRow;
  caching: string;
}

/** Asked again each time: who reads next with this browser may be somebody else. */
const ASK_AGAIN = 'private, no-cache';

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The two parts of a signed link. */
function linkParts({ query }: FastifyRequest): { expires: string | undefined; signature: string | undefined } {
  const given: object = typeof query === 'object' && query !== null ? query : {};
  return {
    expires: 'expires' in given ? textOf(given.expires) : undefined,
    signature: 'signature' in given ? textOf(given.signature) : undefined,
  };
}

async function mayRead({ db, sessions }: ReadDeps, request: FastifyRequest, file: FileRow): Promise<boolean> {
  const token = bearerToken(request);
  const caller = token === undefined ? null : await sessions.find(token);
  return caller !== null && takesPartIn(db, file.id, caller.user.id);
}

/** Others have no links: a module's archive is handed out where it is asked whose it is. */
const hasLinks = ({ purpose }: FileRow) => purpose === 'message' || purpose === 'module-media';

/**
 * A file of a message, or a picture or video of a module that is not published, for who has a live link to it; the first one
 * also for who takes part in the conversation and says so with a bearer token.
 * @param id what is asked for, whether or not there is such a file: a dead link is refused before anybody learns that
 * @throws AppError forbidden for a link that is dead or was not made here, else not_found
 */
export async function privateFile(
  deps: ReadDeps,
  request: FastifyRequest,
  id: string,
  file: FileRow | undefined,
): Promise<ReadableFile> {
  const signed = linkParts(request);
  const left = deps.links.lifeLeft(id, signed);
  const found = file !== undefined && hasLinks(file) ? file : undefined;
  if (found !== undefined && left > 0) return { file: found, caching: `private, max-age=${Math.floor(left / 1000)}` };
  if (found !== undefined && (await mayRead(deps, request, found))) return { file: found, caching: ASK_AGAIN };
  if (left === 0 && signed.signature !== undefined)
    throw new AppError('forbidden', 'This link to a file is over. Open its page again to get a new one.');
  throw notFound('This file');
}
