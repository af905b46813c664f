import type { moduleMedia, moduleVersions } from '../../../../api/src/schema/index.ts';
import { newId } from '../../../../api/src/platform/db/new-id.ts';
import { fileUrl } from '../../../../api/src/features/files/links.ts';
import type { DemoModule } from '../data.ts';
import { buildDocumentation, readEarlierPackage, readModulePackage, zipPackage } from './archives.ts';
import type { Clock } from './clock.ts';
import { measureContent, readPicture } from './pictures.ts';
import type { DemoFile } from './pictures.ts';

export interface FileOwner {
  moduleId: string;
  authorId: string;
}

/** Archives, pictures and texts of a module, and the rows that refer to them. */
export interface ModuleFiles {
  files: DemoFile[];
  versions: (typeof moduleVersions.$inferInsert)[];
  media: (typeof moduleMedia.$inferInsert)[];
  documentation: string;
  /** URL of the first picture. */
  previewImage: string;
}

function buildArchiveFile(content: Buffer, name: string, authorId: string, createdAt: Date): DemoFile {
  const id = newId();
  const about = { name, mimeType: 'application/zip', ...measureContent(content), storageKey: `modules/${id}.zip` };
  return { content, row: { id, ownerId: authorId, ...about, purpose: 'module', visibility: 'private', createdAt } };
}

/** Reads both pictures of a module: its preview, and its example in use. */
async function readPictures({ slug, released }: DemoModule, { authorId }: FileOwner, clock: Clock): Promise<DemoFile[]> {
  const names = [`modules/${slug}`, `modules/${slug}-in-use`];
  const pictures = await Promise.all(names.map((name) => readPicture(name, released, clock)));
  return pictures.map(({ row, content }) => {
    const storageKey = `module-media/${row.id}.webp`;
    return { content, row: { ...row, ownerId: authorId, purpose: 'module-media', storageKey } };
  });
}

interface PackedVersion {
  version: string;
  notes: string;
  content: Buffer;
  releasedAt: Date;
}

/** Packs all versions, oldest first. If there are several, the current one is as old as the last change. */
async function packVersions(
  { slug, version, notes = '', earlier = [], released, updated }: DemoModule,
  clock: Clock,
): Promise<PackedVersion[]> {
  const earlierVersions = earlier.map(async (old) => ({
    version: old.version,
    notes: '',
    content: await zipPackage(slug, await readEarlierPackage(slug, old.version, old.without)),
    releasedAt: clock.ago(released),
  }));
  const content = await zipPackage(slug, await readModulePackage(slug));
  return [
    ...(await Promise.all(earlierVersions)),
    { version, notes, content, releasedAt: clock.ago(earlier.length === 0 ? released : updated) },
  ];
}

/** Builds the files of a module in `assets` and their rows. */
export async function buildModuleFiles(source: DemoModule, owner: FileOwner, clock: Clock): Promise<ModuleFiles> {
  const { slug } = source;
  const { moduleId, authorId } = owner;
  const pictures = await readPictures(source, owner, clock);
  const releases = (await packVersions(source, clock)).map((release) => ({
    release,
    file: buildArchiveFile(release.content, `${slug}-${release.version}.zip`, authorId, release.releasedAt),
  }));
  return {
    files: [...pictures, ...releases.map(({ file }) => file)],
    versions: releases.map(({ release: { version, notes, releasedAt }, file }) => ({
      moduleId,
      version,
      notes,
      fileId: file.row.id,
      status: 'published',
      stage: 'done',
      createdAt: releasedAt,
      releasedAt,
    })),
    media: pictures.map(({ row }, position) => ({ moduleId, fileId: row.id, kind: 'image', position })),
    documentation: buildDocumentation(slug, await readModulePackage(slug)),
    previewImage: fileUrl(pictures[0]?.row.id ?? ''),
  };
}
