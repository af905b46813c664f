import type { Module, ModuleResponse } from '@solvent/contracts';
import { ApiError, http } from '@solvent/http';
import { listKeyFeatures, toPlainAmount } from '../upload-values.ts';
import type { UploadValues } from '../upload-values.ts';
import { FileChangedError, isNetworkFailure, createAlreadyPublishedError } from './upload-errors.ts';

async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Returns the first file that was changed, moved or deleted since it was chosen; browsers do not send those. */
async function findChangedFile(values: UploadValues): Promise<{ field: keyof UploadValues; name: string } | undefined> {
  const { zipFile, previewImages, previewVideos } = values;
  const fields = { zipFile: zipFile ? [zipFile] : [], previewImages, previewVideos };
  for (const field of ['zipFile', 'previewImages', 'previewVideos'] as const)
    for (const file of fields[field]) if (!(await isReadable(file))) return { field, name: file.name };
  return undefined;
}

interface UploadOptions {
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
  /** A repeat with the same key creates no second module. */
  idempotencyKey: string;
}

/** Texts come first, since the server reads the body as a stream. */
function toFormData(values: UploadValues): FormData {
  const form = new FormData();
  form.append('title', values.title.trim());
  form.append('description', values.description.trim());
  form.append('techStack', JSON.stringify(values.techStack));
  form.append('price', values.price);
  if (values.price === 'paid') form.append('priceAmount', toPlainAmount(values.priceAmount));
  form.append('license', values.license);
  form.append('documentation', values.documentation.trim());
  const keyFeatures = listKeyFeatures(values);
  if (keyFeatures.length > 0) form.append('keyFeatures', JSON.stringify(keyFeatures));
  if (values.repositoryUrl.trim()) form.append('repositoryUrl', values.repositoryUrl.trim());
  form.append('termsAgreement', String(values.termsAgreement));
  if (values.zipFile) form.append('zipFile', values.zipFile, values.zipFile.name);
  for (const file of values.previewImages) form.append('previewImages', file, file.name);
  for (const file of values.previewVideos) form.append('previewVideos', file, file.name);
  return form;
}

async function postModule(values: UploadValues, { signal, onProgress, idempotencyKey }: UploadOptions) {
  try {
    return await http.post<Partial<ModuleResponse>>('/modules', toFormData(values), {
      signal,
      headers: { 'Idempotency-Key': idempotencyKey },
      onUploadProgress: ({ progress }) => onProgress(progress ?? 0),
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'conflict') throw createAlreadyPublishedError(error.message);
    const changed = isNetworkFailure(error) ? await findChangedFile(values) : undefined;
    throw changed ? new FileChangedError(changed.field, changed.name) : error;
  }
}

/**
 * `POST /modules`.
 *
 * @throws FileChangedError, UsedKeyError
 */
export async function uploadModule(values: UploadValues, options: UploadOptions): Promise<Module> {
  const { data } = await postModule(values, options);
  if (!data.module) throw new Error('Invalid format: the response has no module.');
  return data.module;
}

/** `DELETE /modules/uploads/{key}`: deletes what was stored, and rejects what arrives afterwards. */
export async function cancelUpload(idempotencyKey: string): Promise<void> {
  await http.delete(`/modules/uploads/${encodeURIComponent(idempotencyKey)}`);
}
