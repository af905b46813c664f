import { desc, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/connect.ts';
import { moduleFigures, modules, moduleVersions } from '../../toolbox/schema.ts';
import { json } from '../../../platform/http/answer-schema.ts';

/** A person's own modules, each with its versions. */
export async function collectOwnModules(tx: Tx, userId: string) {
  const own = await tx
    .select({ module: modules, figures: moduleFigures })
    .from(modules)
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .where(eq(modules.authorId, userId))
    .orderBy(desc(modules.releasedAt));
  const { moduleId, version, notes, status, createdAt } = moduleVersions;
  const versions = await tx
    .select({ moduleId, version, notes, status, createdAt })
    .from(moduleVersions)
    .innerJoin(modules, eq(modules.id, moduleId))
    .where(eq(modules.authorId, userId))
    .orderBy(desc(createdAt));
  return own.map((row) => ({ ...row, versions: versions.filter((one) => one.moduleId === row.module.id) }));
}

/** The same as it leaves the server. */
export function presentOwnModule({ module, figures, versions }: Awaited<ReturnType<typeof collectOwnModules>>[number]) {
  const { id, slug, title, description, tags, priceCents, previewImage, version, status } = module;
  const { documentation, license, repositoryUrl, demoUrl, sandboxUrl, releasedAt, updatedAt } = module;
  const { rating, ratingCount, downloads } = figures;
  const card = { id, slug, title, description, tags, priceCents, rating, ratingCount, downloads, previewImage, version };
  const page = { status, documentation, license, repositoryUrl, demoUrl, sandboxUrl };
  return {
    ...card,
    ...page,
    versions: versions.map((one) => ({
      version: one.version,
      notes: one.notes,
      status: one.status,
      createdAt: one.createdAt.toISOString(),
    })),
    releasedAt: releasedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** An own module in the export. */
export const ownModuleSchema = json.object({
  id: json.id,
  slug: json.text,
  title: json.text,
  description: json.text,
  tags: json.list(json.text),
  priceCents: json.integer,
  rating: json.number,
  ratingCount: json.integer,
  downloads: json.integer,
  previewImage: json.textOrNull,
  version: json.text,
  status: json.text,
  documentation: json.text,
  license: json.text,
  repositoryUrl: json.textOrNull,
  demoUrl: json.textOrNull,
  sandboxUrl: json.textOrNull,
  versions: json.list(json.object({ version: json.text, notes: json.text, status: json.text, createdAt: json.time })),
  releasedAt: json.time,
  updatedAt: json.time,
});
