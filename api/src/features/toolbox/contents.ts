import type { ArchivedFile, ModuleFilesResponse } from '@solvent/contracts';
import { json } from '@solvent/contracts/schemas';
import { and, eq, ne } from 'drizzle-orm';
import type { Deps } from './deps.ts';
import type { App } from '../../platform/http/app.ts';
import { files, moduleVersions } from '../../schema/index.ts';
import { listFiles } from './archives/central-directory.ts';
import { moduleParams } from './service.ts';
import { findVisibleModule } from './visibility.ts';
import { createCache } from '../../platform/cache/cache.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { responseSchema } from '../../platform/http/response-schema.ts';

/** GET /modules/:id/files: paths in the current archive, for all who can see the module, unless it may contain secrets. */
export function contentsRoute(app: App, { db, files: store }: Deps): void {
  // An archive never changes under its key. A list has at most 5,000 paths.
  const lists = createCache<ArchivedFile[]>({ size: 50, ttlMs: 3_600_000, concurrency: 2 });
  app.get(
    '/modules/:id/files',
    {
      config: { access: 'anyone' },
      schema: { tags: ['modules'], params: moduleParams, response: { 200: filesResponse } },
    },
    async ({ params, caller }) => {
      const { id, version } = await findVisibleModule(db, params.id, caller?.user.id);
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

const filesResponse = responseSchema<ModuleFilesResponse>(
  json.object({ version: json.text, files: json.list(json.object({ path: json.text, size: json.integer })) }),
);
