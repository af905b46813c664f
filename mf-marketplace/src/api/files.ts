import type { FileAnswer, FileLinkAnswer, StoredFile } from '@solvent/contracts';
import { http } from '@solvent/http';
import { pick } from '@solvent/kit';
import type { UploadPicture } from '@solvent/ui/markdown';

interface UploadOptions {
  signal: AbortSignal;
  onProgress: (progress: number) => void;
  /** Sent again with the same key, it makes no second file. */
  idempotencyKey: string;
}

/** `POST /file-upload?purpose=attachment`: a file for a problem, a bid or a delivery, which names it by its id. */
export async function uploadAttachment(file: File, { signal, onProgress, idempotencyKey }: UploadOptions): Promise<StoredFile> {
  const form = new FormData();
  form.append('file', file, file.name);
  const { data } = await http.post<Partial<FileAnswer>>('/file-upload', form, {
    params: { purpose: 'attachment' },
    signal,
    headers: { 'Idempotency-Key': idempotencyKey },
    onUploadProgress: ({ progress }) => onProgress(progress ?? 0),
  });
  return pick(data, 'file');
}

/** A picture for a text: everybody's to read once the text that shows it is stored (product 5.19). */
export const uploadPicture: UploadPicture = async (picture, options) =>
  (await uploadAttachment(picture, { ...options, onProgress: () => undefined })).url;

/** Whether a file is for some alone: its address is a link that lives `CHAT.linkMinutes`. */
const isPrivate = ({ url }: StoredFile) => url.includes('?');

/** Where a file is read now: of a private one the link may have run out, so it is asked for anew (`GET /files/{id}/link`). */
export async function fetchFileUrl(file: StoredFile): Promise<string> {
  if (!isPrivate(file)) return file.url;
  return pick((await http.get<Partial<FileLinkAnswer>>(`/files/${encodeURIComponent(file._id)}/link`)).data, 'url');
}

/** Saves a private file under its name; any other is saved by its link alone. @returns whether it is private */
export function downloadPrivate(file: StoredFile, onFailure: (error: unknown) => void): boolean {
  if (!isPrivate(file)) return false;
  fetchFileUrl(file).then((href) => Object.assign(document.createElement('a'), { href, download: file.name }).click(), onFailure);
  return true;
}
