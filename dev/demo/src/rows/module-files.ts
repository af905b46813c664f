import type { moduleMedia, moduleVersions } from '../../../../api/src/schema/index.ts';
import { newId } from '../../../../api/src/platform/db/new-id.ts';
import { fileUrl } from '../../../../api/src/features/files/links.ts';
import type { DemoModule } from '../data.ts';
import { buildDocumentation, earlierPackage, modulePackage, zipped } from './archives.ts';
import type { Clock } from './clock.ts';
import { measured, readPicture } from './pictures.ts';
import type { DemoFile } from './pictures.ts';

/** Whose files they are. */
export interface Owner {
  moduleId: string;
  authorId: string;
}

/** A module's archives, pictures and texts, with the rows that name them. */
export interface ModuleFiles {
  files: DemoFile[];
  versions: (typeof moduleVersions.$inferInsert)[];
  media: (typeof moduleMedia.$inferInsert)[];
  documentation: string;
  /** Address of the first picture. */
  previewImage: string;
}

function archive(content: Buffer, name: string, authorId: string, createdAt: Date): DemoFile {
  const id = newId();
  const about = { name, mimeType: 'application/zip', ...measured(content), storageKey: `modules/${id}.zip` };
  return { content, row: { id, ownerId: authorId, ...about, purpose: 'module', visibility: 'private', createdAt } };
}

/** Both pictures of a module: what it is for, and what its own example does. */
async function readPictures({ slug, released }: DemoModule, { authorId }: Owner, clock: Clock): Promise<DemoFile[]> {
  const names = [`modules/${slug}`, `modules/${slug}-in-use`];
  const pictures = await Promise.all(names.map((name) => readPicture(name, released, clock)));
  return pictures.map(({ row, content }) => {
    const storageKey = `module-media/${row.id}.webp`;
    return { content, row: { ...row, ownerId: authorId, purpose: 'module-media', storageKey } };
  });
}

interface Packed {
  version: string;
  notes: string;
  content: Buffer;
  releasedAt: Date;
}

/** All versions, the first one first; the last one came with the last change, where there are others. */
async function packed(
  { slug, version, notes = '', earlier = [], released, updated }: DemoModule,
  clock: Clock,
): Promise<Packed[]> {
  const before = earlier.map(async (old) => ({
    version: old.version,
    notes: '',
    content: await zipped(slug, await earlierPackage(slug, old.version, old.without)),
    releasedAt: clock.ago(released),
  }));
  const content = await zipped(slug, await modulePackage(slug));
  return [
    ...(await Promise.all(before)),
    { version, notes, content, releasedAt: clock.ago(earlier.length === 0 ? released : updated) },
  ];
}

/** Reads and packs a module of `assets`. */
export async function moduleFiles(source: DemoModule, owner: Owner, clock: Clock): Promise<ModuleFiles> {
  const { slug } = source;
  const { moduleId, authorId } = owner;
  const pictures = await readPictures(source, owner, clock);
  const releases = (await packed(source, clock)).map((release) => ({
    release,
    file: archive(release.content, `${slug}-${release.version}.zip`, authorId, release.releasedAt),
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
    documentation: buildDocumentation(slug, await modulePackage(slug)),
    previewImage: fileUrl(pictures[0]?.row.id ?? ''),
  };
}
