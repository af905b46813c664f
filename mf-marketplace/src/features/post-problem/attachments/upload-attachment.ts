import type { FileAnswer, StoredFile } from '@solvent/contracts';
import { http } from '@solvent/http';

interface UploadOptions {
  /** Calls the upload off. */
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  /** Sent again with the same key, it makes no second file. */
  idempotencyKey: string;
}

/** `POST /file-upload?purpose=attachment`. */
export async function uploadAttachment(file: File, { signal, onProgress, idempotencyKey }: UploadOptions): Promise<StoredFile> {
  const form = new FormData();
  form.append('file', file, file.name);
  const { data } = await http.post<Partial<FileAnswer>>('/file-upload', form, {
    params: { purpose: 'attachment' },
    signal,
    headers: { 'Idempotency-Key': idempotencyKey },
    onUploadProgress: ({ progress }) => onProgress(progress ?? 0),
  });
  if (!data.file) throw new Error('Invalid format: the answer has no file.');
  return data.file;
}
