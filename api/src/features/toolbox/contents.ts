import type { ArchivedFile, ModuleFilesResponse } from '@solvent/contracts';
import { and, eq, ne } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { App } from '../../platform/http/app.ts';
import { files } from '../files/schema.ts';
import { listFiles } from './archives/table-of-contents.ts';
import { moduleParams } from './queries.ts';
import { findVisible } from './visibility.ts';
import { moduleVersions } from './schema.ts';
import { createCache } from '../../platform/cache/cache.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { responseSchema, json } from '../../platform/http/response-schema.ts';

/** Lists of so many archives are remembered, of at most 5,000 paths each, so long (ms); an archive never changes under its key. */
const REMEMBERED = 50;
const LIFE = 3_600_000;
/** So many are read at once: each takes a few requests to the store and some milliseconds. */
const AT_ONCE = 2;

/**
 * GET /modules/:id/files: what is in the archive of the version that the module's page is about, for everybody who sees the page:
 * names and sizes help to choose, and are none of the code. Not of a version that is held back because of a secret.
 */
export function contentsRoute(app: App, { db, files: store }: Deps): void {
  const lists = createCache<ArchivedFile[]>({ size: REMEMBERED, ttlMs: LIFE, concurrency: AT_ONCE });
  app.get(
    '/modules/:id/files',
    {
      config: { access: 'anyone' },
      schema: { tags: ['modules'], params: moduleParams, response: { 200: filesAnswer } },
    },
    async ({ params, caller }) => {
      const { id, version } = await findVisible(db, params.id, caller?.user.id);
      const [archive] = await db
        .select({ key: files.storageKey, size: files.size })
        .from(moduleVersions)
        .innerJoin(files, eq(files.id, moduleVersions.fileId))
        .where(and(eq(moduleVersions.moduleId, id), eq(moduleVersions.version, version), ne(moduleVersions.stage, 'secrets')));
      if (archive === undefined) throw notFound('This version');
      return { version, files: await lists.fetch(archive.key, () => listFiles(store, archive)) };
    },
  );
}

/** `{ version, files }`. */
const filesAnswer = responseSchema<ModuleFilesResponse>(
  json.object({ version: json.text, files: json.list(json.object({ path: json.text, size: json.integer })) }),
);
