import type { FileResponse, FileLinkResponse, StoredFile } from '@solvent/contracts';
import { http, queryOptions } from '@solvent/http';
import { requireField } from '@solvent/kit';
import type { UploadPicture } from '@solvent/ui/markdown';

interface UploadOptions {
  signal: AbortSignal;
  onProgress: (progress: number) => void;
  idempotencyKey: string;
}

export async function uploadAttachment(file: File, { signal, onProgress, idempotencyKey }: UploadOptions): Promise<StoredFile> {
  const form = new FormData();
  form.append('file', file, file.name);
  const { data } = await http.post<Partial<FileResponse>>('/file-upload', form, {
    params: { purpose: 'attachment' },
    signal,
    headers: { 'Idempotency-Key': idempotencyKey },
    onUploadProgress: ({ progress }) => onProgress(progress ?? 0),
  });
  return requireField(data, 'file');
}

/** Uploads a picture of a text. It becomes public once that text is stored (product 5.19). */
export const uploadPicture: UploadPicture = async (picture, options) =>
  (await uploadAttachment(picture, { ...options, onProgress: () => undefined })).url;

/** Private files have a signed URL that expires after `CHAT.linkMinutes`. */
const isPrivate = ({ url }: StoredFile) => url.includes('?');

/** Returns the URL of a file. Renews the link of a private one, which may have expired (`GET /files/{id}/link`). */
export async function fetchFileUrl(file: StoredFile): Promise<string> {
  if (!isPrivate(file)) return file.url;
  return requireField((await http.get<Partial<FileLinkResponse>>(`/files/${encodeURIComponent(file._id)}/link`)).data, 'url');
}

export const fileUrlOptions = (file: StoredFile) =>
  queryOptions({
    queryKey: ['file-url', file._id],
    queryFn: () => fetchFileUrl(file),
    initialData: isPrivate(file) ? undefined : file.url,
    staleTime: Infinity,
    // Links expire.
    gcTime: 0,
  });

/** Downloads a private file by a renewed link. Public files need only their own link. @returns whether the file is private */
export function downloadPrivate(file: StoredFile, onFailure: (error: unknown) => void): boolean {
  if (!isPrivate(file)) return false;
  fetchFileUrl(file).then((href) => Object.assign(document.createElement('a'), { href, download: file.name }).click(), onFailure);
  return true;
}
