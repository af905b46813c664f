import type { Module, ModuleAnswer } from '@solvent/contracts';
import { ApiError, http } from '@solvent/http';
import type { UploadValues } from '../upload-values.ts';
import { changedFile } from './changed-file.ts';
import { FileChanged, isNetworkFailure, publishedBefore } from './failure.ts';
import { isSameModule } from './same-module.ts';

interface UploadOptions {
  /** Calls the upload off. */
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  /** Sent again with the same key, it makes no second module. */
  idempotencyKey: string;
}

/** The texts come first: a server that reads as it streams knows then what the files belong to. */
function formOf(values: UploadValues): FormData {
  const form = new FormData();
  form.append('title', values.title.trim());
  form.append('description', values.description.trim());
  form.append('techStack', JSON.stringify(values.techStack));
  form.append('price', values.price);
  if (values.price === 'paid') form.append('priceAmount', values.priceAmount.trim());
  form.append('license', values.license);
  form.append('documentation', values.documentation.trim());
  if (values.repositoryUrl.trim()) form.append('repositoryUrl', values.repositoryUrl.trim());
  form.append('termsAgreement', String(values.termsAgreement));
  if (values.zipFile) form.append('zipFile', values.zipFile, values.zipFile.name);
  for (const file of values.previewImages) form.append('previewImages', file, file.name);
  for (const file of values.previewVideos) form.append('previewVideos', file, file.name);
  return form;
}

async function post(values: UploadValues, { signal, onProgress, idempotencyKey }: UploadOptions) {
  try {
    return await http.post<Partial<ModuleAnswer>>('/modules', formOf(values), {
      signal,
      headers: { 'Idempotency-Key': idempotencyKey },
      onUploadProgress: ({ progress }) => onProgress(progress ?? 0),
    });
  } catch (error) {
    const changed = isNetworkFailure(error) ? await changedFile(values) : undefined;
    throw changed ? new FileChanged(changed.field, changed.name) : error;
  }
}

/**
 * `POST /modules`.
 *
 * @throws FileChanged where a file cannot be read any more; KeySpent where the key had made another module before
 */
export async function uploadModule(values: UploadValues, options: UploadOptions): Promise<Module> {
  const { status, data } = await post(values, options);
  if (!data.module) throw new Error('Invalid format: the answer has no module.');
  const isNew = status === 201;
  if (!isNew && !isSameModule(data.module, values)) throw publishedBefore(data.module.title);
  return data.module;
}

/** `DELETE /modules/{id}`: takes back what was stored before its sender called it off. */
export async function withdrawModule(id: string): Promise<void> {
  await http.delete(`/modules/${id}`);
}

/**
 * Takes back what a key has made, if anything: whoever calls an upload off once all of it was sent may come too late. The
 * server answers a form that it would refuse with what the key made before, and keeps nothing of it otherwise.
 */
export async function withdrawByKey(idempotencyKey: string): Promise<void> {
  const nothing = new FormData();
  nothing.append('title', '');
  try {
    const { data } = await http.post<ModuleAnswer>('/modules', nothing, { headers: { 'Idempotency-Key': idempotencyKey } });
    await withdrawModule(data.module.id);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'invalid')) throw error;
  }
}
