import { CHAT } from '@solvent/contracts';
import { fileLinkResponse, json } from '@solvent/contracts/schemas';
import { create } from 'content-disposition';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { requireCaller } from '../accounts/index.ts';
import { bearerToken } from '../../platform/http/request-headers.ts';
import type { BilateralPurpose, Deps } from './deps.ts';
import type { App, Feature } from '../../platform/http/app.ts';
import { registerDeletionJobs } from './deletion.ts';
import { fileUrl } from './links.ts';
import { getResizedPicture } from './pictures/pictures.ts';
import { files } from '../../schema/index.ts';
import type { FileRow } from '../../schema/index.ts';
import { sendStored } from './send-stored.ts';
import { registerUploadRoute } from './uploads.ts';
import type { Db } from '../../platform/db/connect.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { matchesEtag } from '../../platform/http/conditional-requests.ts';
import { idParams } from '../../platform/http/params.ts';

/** The content of an id never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Cache policy of files that their owner can remove. */
const ONE_HOUR = 'public, max-age=3600';
/** The next user of this browser may be another one. */
const REVALIDATE = 'private, no-cache';

type ReadDeps = Omit<Deps, 'jobs' | 'limits'>;

const isBilateral = (purpose: string): purpose is BilateralPurpose => ['message', 'bid', 'delivery'].includes(purpose);

async function canRead({ db, fileReaders }: ReadDeps, { id, purpose, visibility }: FileRow, userId: string): Promise<boolean> {
  const kind = visibility === 'hidden' ? 'hidden' : purpose;
  return (kind === 'hidden' || isBilateral(kind)) && (await fileReaders[kind](db, id, userId)).length > 0;
}

/** Avatars and pictures of pages are served without their names. */
const hasName = (file: FileRow) => file.purpose === 'attachment' || isBilateral(file.purpose);

const hasCharset = (mimeType: string) => mimeType.startsWith('text/') || mimeType === 'application/json';

const getPublicCacheControl = (file: FileRow) => (hasName(file) || file.purpose === 'module-media' ? ONE_HOUR : IMMUTABLE);

function buildHeaders(file: FileRow) {
  const { mimeType, name } = file;
  const type = mimeType.startsWith('image/') ? 'inline' : 'attachment';
  return {
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': hasName(file) ? create(name, { type }) : 'inline',
    'content-type': hasCharset(mimeType) ? `${mimeType}; charset=utf-8` : mimeType,
  };
}

async function findFile(db: Db, id: string): Promise<FileRow | undefined> {
  const [file] = await db.select().from(files).where(eq(files.id, id));
  return file;
}

function getQueryText({ query }: FastifyRequest, name: string): string | undefined {
  const value: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}

async function hasReadSession(deps: ReadDeps, request: FastifyRequest, file: FileRow): Promise<boolean> {
  const token = bearerToken(request);
  const caller = token === undefined ? null : await deps.sessions.find(token);
  return caller !== null && canRead(deps, file, caller.user.id);
}

/** Returns whether a file can have links. Archives of modules cannot: their route checks who may download them. */
const hasLinks = (file: FileRow) => isBilateral(file.purpose) || file.purpose === 'module-media' || file.visibility === 'hidden';

/**
 * Returns the file if the caller may read it. A private file requires a valid link, or the session of a recipient. An invalid link
 * is 403 whether or not the file exists.
 */
async function getReadableFile(deps: ReadDeps, request: FastifyRequest, id: string) {
  const file = await findFile(deps.db, id);
  if (file?.visibility === 'public') return { file, cacheControl: getPublicCacheControl(file) };
  const [expires, signature] = [getQueryText(request, 'expires'), getQueryText(request, 'signature')];
  const remainingMs = deps.fileLinks.remainingMs(id, { expires, signature });
  const found = file !== undefined && hasLinks(file) ? file : undefined;
  if (found !== undefined && remainingMs > 0)
    return { file: found, cacheControl: `private, max-age=${Math.floor(remainingMs / 1000)}` };
  if (found !== undefined && (await hasReadSession(deps, request, found))) return { file: found, cacheControl: REVALIDATE };
  if (remainingMs === 0 && signature !== undefined)
    throw new AppError('forbidden', 'This file link has expired. Open its page again to get a new one.');
  throw notFound('This file');
}

function registerLinkRoute(app: App, deps: Deps): void {
  const { db, fileLinks } = deps;
  const schema = { tags: ['files'], params: idParams, response: { 200: fileLinkResponse } };
  app.get('/files/:id/link', { config: { access: 'signed-in' }, schema }, async (request) => {
    const { id } = request.params;
    const file = await findFile(db, id);
    if (file?.visibility === 'public') return { url: fileUrl(file.id) };
    if (file === undefined || !(await canRead(deps, file, requireCaller(request).user.id))) throw notFound('This file');
    return { url: fileLinks.linkTo(file.id) };
  });
}

/** GET /files/:id, without the access header, which links cannot carry (product 11.4); pictures of messages in `?width=`. */
export const filesFeature: Feature<Deps> = (app, deps: ReadDeps) => {
  app.get(
    '/files/:id',
    { schema: { tags: ['files'], params: idParams, produces: ['*/*'], response: { 200: json.binary, 304: { type: 'null' } } } },
    async (request, reply) => {
      const { file, cacheControl } = await getReadableFile(deps, request, request.params.id);
      const requested = request.method === 'GET' ? getQueryText(request, 'width') : undefined;
      const width = CHAT.pictureWidths.find((served) => String(served) === requested);
      const resized = width === undefined ? undefined : await getResizedPicture(deps, file, width);
      if (resized === undefined) {
        const headers = { ...buildHeaders(file), 'cache-control': cacheControl };
        return sendStored(deps.files, request, reply, { file, headers });
      }
      const { content, etag } = resized;
      reply.headers({ etag, 'cache-control': cacheControl });
      if (matchesEtag(request, etag)) return reply.code(304).send();
      return reply.headers(buildHeaders({ ...file, mimeType: 'image/webp' })).send(content);
    },
  );
};

export const uploadsFeature: Feature<Deps> = async (app, deps) => {
  registerDeletionJobs(deps);
  await registerUploadRoute(app, deps);
  registerLinkRoute(app, deps);
};
