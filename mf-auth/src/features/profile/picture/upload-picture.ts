import type { FileAnswer } from '@solvent/contracts';
import { http } from '@solvent/http';

interface UploadOptions {
  /** Calls the upload off. */
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  /** Sent again with the same key, it makes no second file. */
  idempotencyKey: string;
}

/** `POST /file-upload`. @returns the address under which the picture is kept */
export async function uploadPicture(picture: Blob, { signal, onProgress, idempotencyKey }: UploadOptions): Promise<string> {
  const form = new FormData();
  form.append('file', picture, `picture.${picture.type.replace('image/', '')}`);
  const { data } = await http.post<Partial<FileAnswer>>('/file-upload', form, {
    signal,
    headers: { 'Idempotency-Key': idempotencyKey },
    onUploadProgress: ({ progress }) => onProgress(progress ?? 0),
  });
  if (!data.file) throw new Error('Invalid format: the answer has no file.');
  return data.file.url;
}
