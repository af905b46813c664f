import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_FOLDER } from '../../platform/config/api-folder.ts';
import type { files } from '../../platform/db/schema/files.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { Clock } from './clock.ts';

type FileInsert = typeof files.$inferInsert;

/** A picture of the demo data: its row, its bytes, and the address that pages use. */
export interface DemoPicture {
  row: FileInsert;
  content: Buffer;
  url: string;
}

/** The folder with the texts and pictures of the demo data. */
export const SEED_ASSETS = join(API_FOLDER, 'seed-assets');

/** Reads one picture of `seed-assets`, such as `avatars/maya-okafor`. */
export async function readPicture(name: string, age: number, clock: Clock): Promise<DemoPicture> {
  const content = await readFile(join(SEED_ASSETS, `${name}.webp`));
  const sha256 = createHash('sha256').update(content).digest('hex');
  const id = newId();
  const row: FileInsert = {
    id,
    name: `${name.split('/').at(-1) ?? name}.webp`,
    mimeType: 'image/webp',
    size: content.length,
    sha256,
    storageKey: `public/${sha256}.webp`,
    visibility: 'public',
    createdAt: clock.ago(age),
  };
  return { row, content, url: `/api/files/${id}` };
}
