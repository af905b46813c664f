import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../../../platform/db/connect.ts';
import { files } from '../../../files/schema/files.ts';
import type { FileRow } from '../../../files/schema/files.ts';
import { moduleVersions } from '../../schema.ts';
import { AppError, notFound } from '../../../../platform/errors/app-error.ts';
import type { VisibleModule } from '../../visible-module.ts';

/** Who may have the bytes: anybody those of a free module; of a paid one who bought it and who wrote it. @throws AppError */
function refuseUnpaid({ priceCents, own, owned }: VisibleModule, isSignedIn: boolean): void {
  if (priceCents === 0 || own || owned) return;
  if (!isSignedIn) throw new AppError('unauthenticated', 'Please sign in to download a module that you bought.');
  throw new AppError('forbidden', 'Buy this module to download it.');
}

/**
 * The archive of a version for who may have it.
 * @param wanted a version; absent: the latest published one
 * @throws AppError `unauthenticated` or `forbidden` for a paid module; `not_found` without such a version, also for one that
 *   is not published, except for its author
 */
export async function findArchive(
  db: Executor,
  module: VisibleModule,
  isSignedIn: boolean,
  wanted = module.version,
): Promise<FileRow> {
  refuseUnpaid(module, isSignedIn);
  const [found] = await db
    .select({ file: files, status: moduleVersions.status })
    .from(moduleVersions)
    .innerJoin(files, eq(files.id, moduleVersions.fileId))
    .where(and(eq(moduleVersions.moduleId, module.id), eq(moduleVersions.version, wanted)));
  if (found === undefined || (found.status !== 'published' && !module.own)) throw notFound('This version');
  return found.file;
}
