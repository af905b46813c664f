import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_FOLDER } from '../../platform/config/api-folder.ts';
import type { files } from '../../features/files/schema.ts';
import { newId } from '../../platform/db/new-id.ts';
import { fileUrl } from '../../features/files/links.ts';
import type { Clock } from './clock.ts';

type FileInsert = typeof files.$inferInsert & { id: string };

/** A file of the demo data: its row and its bytes. */
export interface DemoFile {
  row: FileInsert;
  content: Buffer;
}

/** A picture of the demo data, with the address that pages use. */
export interface DemoPicture extends DemoFile {
  url: string;
}

/** The folder with the texts, pictures and modules of the demo data. */
export const SEED_ASSETS = join(API_FOLDER, 'seed-assets');

/** Size and fingerprint of a content, in the names of a file's row. */
export const measured = (content: Buffer) => ({
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});

/** Reads one picture of `seed-assets`, such as `avatars/maya-okafor`. */
export async function readPicture(name: string, age: number, clock: Clock): Promise<DemoPicture> {
  const content = await readFile(join(SEED_ASSETS, `${name}.webp`));
  const about = measured(content);
  const id = newId();
  const row: FileInsert = {
    id,
    name: `${name.split('/').at(-1) ?? name}.webp`,
    mimeType: 'image/webp',
    ...about,
    storageKey: `public/${about.sha256}.webp`,
    visibility: 'public',
    createdAt: clock.ago(age),
  };
  return { row, content, url: fileUrl(id) };
}
