import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { files } from '../../../../api/src/schema/index.ts';
import { newId } from '../../../../api/src/platform/db/new-id.ts';
import { fileUrl } from '../../../../api/src/features/files/links.ts';
import { ASSETS } from '../data.ts';
import type { Clock } from './clock.ts';

type FileInsert = typeof files.$inferInsert & { id: string };

export interface DemoFile {
  row: FileInsert;
  content: Buffer;
}

/** A picture, and its URL in pages. */
export interface DemoPicture extends DemoFile {
  url: string;
}

/** Returns the columns of a file row that depend on its content. */
export const measureContent = (content: Buffer) => ({
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});

/** Reads a picture of `assets`. @param name such as `avatars/maya-okafor` @param age of the file row, in milliseconds */
export async function readPicture(name: string, age: number, clock: Clock): Promise<DemoPicture> {
  const content = await readFile(join(ASSETS, `${name}.webp`));
  const about = measureContent(content);
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
