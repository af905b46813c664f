import { fileUrl } from '../../../files/file-url.ts';
import type { Tx } from '../../../../platform/db/connect.ts';
import { newId } from '../../../../platform/db/new-id.ts';
import { files } from '../../../files/schema/files.ts';
import type { FileRow } from '../../../files/schema/files.ts';
import { moduleMedia } from '../../schema.ts';
import type { ReceivedFile } from '../receive/types.ts';

/** Whose files these are, since when. */
interface Owning {
  ownerId: string;
  at: Date;
}

/** The row of a module's archive: whoever reads it goes by the module. */
export const archiveRow = (file: ReceivedFile, { ownerId, at }: Owning): FileRow => ({
  id: newId(),
  ownerId,
  ...file,
  purpose: 'module',
  visibility: 'private',
  createdAt: at,
});

/** A picture or video of a module. */
export interface Media {
  kind: 'image' | 'video';
  row: FileRow;
}

/** The rows of a module's pictures and videos, which everybody sees once it is published. */
export function mediaOf(
  { images, videos }: { images: ReceivedFile[]; videos: ReceivedFile[] },
  { ownerId, at }: Owning,
  isPublished: boolean,
): Media[] {
  const visibility = isPublished ? ('public' as const) : ('private' as const);
  const of = (kind: Media['kind'], received: ReceivedFile[]): Media[] =>
    received.map((file) => ({
      kind,
      row: { id: newId(), ownerId, ...file, purpose: 'module-media', visibility, createdAt: at },
    }));
  return [...of('image', images), ...of('video', videos)];
}

/** The address of the picture that stands for the module: the first one. */
export function previewOf(media: Media[]): string | null {
  const first = media.find(({ kind }) => kind === 'image');
  return first === undefined ? null : fileUrl(first.row.id);
}

/** Stores the rows: the bytes are there already, and a row never names what is not. */
export async function insertMedia(tx: Tx, moduleId: string, media: Media[]): Promise<void> {
  if (media.length === 0) return;
  await tx.insert(files).values(media.map(({ row }) => row));
  await tx.insert(moduleMedia).values(media.map(({ kind, row }, position) => ({ moduleId, fileId: row.id, kind, position })));
}
