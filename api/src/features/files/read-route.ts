import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../platform/deps.ts';
import { files } from '../../platform/db/schema/files.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import type { App } from '../../platform/feature.ts';
import { idParams } from '../../platform/http/params.ts';

/** A file's content never changes under its id. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Whatever somebody uploaded, opened by itself it runs nothing and is on no origin. */
const INERT = {
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox",
} as const;

/** GET /files/:id. A private file does not exist here. */
export function readRoute(app: App, { db, files: store }: Deps): void {
  app.get('/files/:id', { schema: { tags: ['files'], params: idParams } }, async (request, reply) => {
    const [file] = await db
      .select()
      .from(files)
      .where(and(eq(files.id, request.params.id), eq(files.visibility, 'public')));
    if (file === undefined) throw notFound('This file');
    const etag = `"${file.sha256}"`;
    if (request.headers['if-none-match'] === etag) return reply.code(304).headers({ etag, 'cache-control': FOR_EVER }).send();
    const content = await store.read(file.storageKey);
    if (content === undefined) throw notFound('This file');
    return reply
      .headers({ ...INERT, etag, 'cache-control': FOR_EVER, 'content-length': file.size })
      .type(file.mimeType)
      .send(content);
  });
}
