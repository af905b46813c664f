import { http } from '@solvent/http';
import { modulePath } from '../../../module/module-query.ts';

/** A version on its way. */
interface NewVersion {
  version: string;
  notes: string;
  zipFile: File;
}

/**
 * `POST /modules/{id}/versions`.
 *
 * @param onProgress so much of it has gone out, 0 to 1
 * @param signal breaks it off: nothing is left on the server
 */
export async function sendVersion(
  moduleId: string,
  { version, notes, zipFile }: NewVersion,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const form = new FormData();
  form.set('version', version.trim());
  form.set('notes', notes.trim());
  // Last: what stands before it is known when it comes.
  form.set('zipFile', zipFile);
  await http.post(modulePath(moduleId, '/versions'), form, {
    signal,
    onUploadProgress: ({ progress }) => progress !== undefined && onProgress(progress),
  });
}
