import { eq, inArray } from 'drizzle-orm';
import type { ModuleRow } from './schema.ts';
import { moduleMedia, modules } from './schema.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { files } from '../files/schema/files.ts';
import type { FileRow } from '../files/schema/files.ts';
import { fileUrl } from '../files/file-url.ts';
import type { FileLinks } from '../files/signed-links.ts';

/** Lets everybody read the pictures and videos of a module, as of a published one, or those alone who are given links. */
export async function setMediaVisibility(tx: Tx, moduleId: string, visibility: FileRow['visibility']): Promise<void> {
  const media = tx.select({ id: moduleMedia.fileId }).from(moduleMedia).where(eq(moduleMedia.moduleId, moduleId));
  await tx.update(files).set({ visibility }).where(inArray(files.id, media));
}

/** What {@link previewFor} goes by. */
export const PREVIEW_COLUMNS = { status: modules.status, previewImage: modules.previewImage };

/** Address of the picture that stands for a module in a list, for who may see the module: a link that dies unless it is published. */
export function previewFor(
  { status, previewImage }: Pick<ModuleRow, 'status' | 'previewImage'>,
  links: FileLinks,
): string | null {
  if (previewImage === null || status === 'published') return previewImage;
  return links.linkTo(previewImage.slice(fileUrl('').length));
}
