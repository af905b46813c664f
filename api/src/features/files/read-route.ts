import { create } from 'content-disposition';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../platform/deps.ts';
import { files } from '../../platform/db/schema/files.ts';
import type { FileRow } from '../../platform/db/schema/files.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import type { App } from '../../platform/feature.ts';
import { idParams } from '../../platform/http/params.ts';

/** A file's content never changes under its id. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** An attachment may be taken away by who attached it. */
const FOR_AN_HOUR = 'public, max-age=3600';

/** Whatever somebody uploaded, opened by itself it runs nothing and is on no origin. */
const INERT = { 'content-security-policy': "default-src 'none'; sandbox" } as const;

const hasCharset = (mimeType: string) => mimeType.startsWith('text/') || mimeType === 'application/json';

/** Pictures are shown; everything else is a download, under its own name. */
function headersOf({ purpose, mimeType, name, sha256 }: FileRow) {
  const isPicture = mimeType.startsWith('image/');
  const disposition = purpose === 'attachment' ? create(name, { type: isPicture ? 'inline' : 'attachment' }) : 'inline';
  return {
    ...INERT,
    'content-disposition': disposition,
    'content-type': hasCharset(mimeType) ? `${mimeType}; charset=utf-8` : mimeType,
    'cache-control': purpose === 'attachment' ? FOR_AN_HOUR : FOR_EVER,
    etag: `"${sha256}"`,
  };
}

/** GET /files/:id. A private file does not exist here. */
export function readRoute(app: App, { db, files: store }: Deps): void {
  app.get('/files/:id', { schema: { tags: ['files'], params: idParams } }, async (request, reply) => {
    const [file] = await db
      .select()
      .from(files)
      .where(and(eq(files.id, request.params.id), eq(files.visibility, 'public')));
    if (file === undefined) throw notFound('This file');
    const headers = headersOf(file);
    const { etag, 'cache-control': cacheControl } = headers;
    if (request.headers['if-none-match'] === etag) return reply.code(304).headers({ etag, 'cache-control': cacheControl }).send();
    const content = await store.read(file.storageKey);
    if (content === undefined) throw notFound('This file');
    return reply.headers({ ...headers, 'content-length': file.size }).send(content);
  });
}
