import { and, desc, eq, or } from 'drizzle-orm';
import type { ModuleReview, ModuleVersion } from '@solvent/contracts';
import type { Executor } from '../../platform/db/connect.ts';
import { files } from '../files/schema/files.ts';
import { moduleVersions } from './schema.ts';
import type { VisibleModule } from './visible-module.ts';

/** A version with its archive's figures. */
type ArchivedVersion = Omit<ModuleVersion, 'releasedAt'> & { status: string; releasedAt: Date | null };

/** The archive of what the module's page is about: that of the latest published version, or of the first one that is wanted. */
export interface ModuleArchive {
  sizeBytes: number;
  sha256: string;
  /** Published ones, newest first. */
  versions: ModuleVersion[];
}

/** The versions of a module that are published, and the one that its page is about. */
export async function archiveOf(db: Executor, { id, version }: Pick<VisibleModule, 'id' | 'version'>): Promise<ModuleArchive> {
  const rows: ArchivedVersion[] = await db
    .select({
      version: moduleVersions.version,
      notes: moduleVersions.notes,
      sizeBytes: files.size,
      sha256: files.sha256,
      status: moduleVersions.status,
      releasedAt: moduleVersions.releasedAt,
    })
    .from(moduleVersions)
    .innerJoin(files, eq(files.id, moduleVersions.fileId))
    .where(and(eq(moduleVersions.moduleId, id), or(eq(moduleVersions.status, 'published'), eq(moduleVersions.version, version))))
    .orderBy(desc(moduleVersions.releasedAt), desc(moduleVersions.id));
  const shown = rows.find((row) => row.version === version);
  const versions = rows.flatMap(({ status, releasedAt, ...row }) =>
    status === 'published' && releasedAt !== null ? [{ ...row, releasedAt: releasedAt.toISOString() }] : [],
  );
  return { sizeBytes: shown?.sizeBytes ?? 0, sha256: shown?.sha256 ?? '', versions };
}

/** How the review of what was sent last stands: for the author alone. */
export async function reviewOf(db: Executor, moduleId: string): Promise<ModuleReview | null> {
  const [latest] = await db
    .select({ stage: moduleVersions.stage, reason: moduleVersions.reason, findings: moduleVersions.findings })
    .from(moduleVersions)
    .where(eq(moduleVersions.moduleId, moduleId))
    .orderBy(desc(moduleVersions.createdAt), desc(moduleVersions.id))
    .limit(1);
  return latest ?? null;
}
