import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { files } from '../../../../api/src/schema/index.ts';
import { newId } from '../../../../api/src/platform/db/new-id.ts';
import { fileUrl } from '../../../../api/src/features/files/links.ts';
import { ASSETS } from '../data.ts';
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

/** Size and fingerprint of a content, in the names of a file's row. */
export const measured = (content: Buffer) => ({
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});

/** Reads one picture of `assets`, such as `avatars/maya-okafor`. */
export async function readPicture(name: string, age: number, clock: Clock): Promise<DemoPicture> {
  const content = await readFile(join(ASSETS, `${name}.webp`));
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
