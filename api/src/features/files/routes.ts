import type { FileLinkResponse } from '@solvent/contracts';
import { create } from 'content-disposition';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { requireCaller } from '../accounts/access.ts';
import { bearerToken } from '../../platform/http/bearer-token.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import type { App } from '../../platform/http/app.ts';
import { fileUrl } from './links.ts';
import { askedWidth, narrowerPicture } from './narrower.ts';
import { isFor, isForTwo } from './readers.ts';
import { files } from './schema.ts';
import type { FileRow } from './schema.ts';
import { sendStored } from './send-stored.ts';
import { uploadRoute } from './uploads.ts';
import type { Db } from '../../platform/db/connect.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { responseSchema, json } from '../../platform/http/response-schema.ts';
import { matchesEtag } from '../../platform/http/if-none-match.ts';
import { idParams } from '../../platform/http/params.ts';

/** A file's content never changes under its id. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** An attachment may be taken away by who attached it, and a module by its author. */
const FOR_AN_HOUR = 'public, max-age=3600';

/** Whatever somebody uploaded, opened by itself it runs nothing and is on no origin. */
const INERT = { 'content-security-policy': "default-src 'none'; sandbox" } as const;

/** Other people's files have names; a picture of a profile or a page has none that matters. */
const isNamed = (file: FileRow) => file.purpose === 'attachment' || isForTwo(file);

const hasCharset = (mimeType: string) => mimeType.startsWith('text/') || mimeType === 'application/json';

/** How long whoever is in between may keep a file that everybody may read. */
const publicCaching = (file: FileRow): string => (isNamed(file) || file.purpose === 'module-media' ? FOR_AN_HOUR : FOR_EVER);

/** Pictures are shown; everything else is a download, under its own name. */
function headersOf(file: FileRow) {
  const { mimeType, name } = file;
  const type = mimeType.startsWith('image/') ? 'inline' : 'attachment';
  return {
    ...INERT,
    'content-disposition': isNamed(file) ? create(name, { type }) : 'inline',
    'content-type': hasCharset(mimeType) ? `${mimeType}; charset=utf-8` : mimeType,
  };
}

/** A stored file, by its id. */
async function findFile(db: Db, id: string): Promise<FileRow | undefined> {
  const [file] = await db.select().from(files).where(eq(files.id, id));
  return file;
}

/** What reading takes. */
type ReadDeps = Pick<Deps, 'db' | 'files' | 'pictures' | 'sessions' | 'fileLinks'>;

/** A file that may be read, and how long its reader's browser may keep it. */
interface ReadableFile {
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
  return caller !== null && isFor(db, file, caller.user.id);
}

/** Others have no links: a module's archive is handed out where it is asked whose it is. */
const hasLinks = (file: FileRow) => isForTwo(file) || file.purpose === 'module-media' || file.visibility === 'hidden';

/**
 * A file for two people, media of an unpublished module, or a file of taken-down content, for callers with a valid link to it.
 * The recipients of a file for two people can use a bearer token instead.
 * @param id what is asked for, whether or not there is such a file: a dead link is refused before anybody learns that
 * @throws AppError forbidden for a link that is dead or was not made here, else not_found
 */
async function privateFile(
  deps: ReadDeps,
  request: FastifyRequest,
  id: string,
  file: FileRow | undefined,
): Promise<ReadableFile> {
  const signed = linkParts(request);
  const left = deps.fileLinks.remainingMs(id, signed);
  const found = file !== undefined && hasLinks(file) ? file : undefined;
  if (found !== undefined && left > 0) return { file: found, caching: `private, max-age=${Math.floor(left / 1000)}` };
  if (found !== undefined && (await mayRead(deps, request, found))) return { file: found, caching: ASK_AGAIN };
  if (left === 0 && signed.signature !== undefined)
    throw new AppError('forbidden', 'This link to a file is over. Open its page again to get a new one.');
  throw notFound('This file');
}

/** GET /files/:id/link: where to read a file that the caller may read; for a private one a link that lives from now on. */
function linkRoute(app: App, { db, fileLinks }: Deps): void {
  const schema = {
    tags: ['files'],
    params: idParams,
    response: { 200: responseSchema<FileLinkResponse>(json.object({ url: json.text })) },
  };
  app.get('/files/:id/link', { config: { access: 'signed-in' }, schema }, async (request) => {
    const { id } = request.params;
    const file = await findFile(db, id);
    if (file?.visibility === 'public') return { url: fileUrl(file.id) };
    if (file === undefined || !(await isFor(db, file, requireCaller(request).user.id))) throw notFound('This file');
    return { url: fileLinks.linkTo(file.id) };
  });
}

async function readable(deps: ReadDeps, request: FastifyRequest, id: string): Promise<ReadableFile> {
  const file = await findFile(deps.db, id);
  if (file?.visibility === 'public') return { file, caching: publicCaching(file) };
  return privateFile(deps, request, id, file);
}

/** GET /files/:id: public files for everybody, those of messages, bids and deliveries for their two sides; pictures of messages at the width that is asked for. */
function readRoute(app: App, deps: ReadDeps): void {
  app.get('/files/:id', { schema: { tags: ['files'], params: idParams } }, async (request, reply) => {
    const { file, caching } = await readable(deps, request, request.params.id);
    const width = request.method === 'GET' ? askedWidth(request.query) : undefined;
    const narrower = width === undefined ? undefined : await narrowerPicture(deps, file, width);
    if (narrower !== undefined) {
      const { content, mimeType, etag } = narrower;
      const headers = { ...headersOf({ ...file, mimeType }), 'cache-control': caching, etag };
      if (matchesEtag(request, etag)) return reply.code(304).headers({ etag, 'cache-control': caching }).send();
      return reply.headers(headers).send(content);
    }
    return sendStored(deps.files, request, reply, { file, headers: { ...headersOf(file), 'cache-control': caching } });
  });
}

/** Files, by links that cannot carry the access header (product 11.4). */
export const filesFeature: Feature = readRoute;

/** What people send, and new links to what they were sent. */
export const uploadsFeature: Feature = async (app, deps) => {
  await uploadRoute(app, deps);
  linkRoute(app, deps);
};
