import type { ModuleResponse, OwnModule, VersionReview } from '@solvent/contracts';
import { moduleVersionRules } from '@solvent/contracts/rules';
import { http, useQueryClient } from '@solvent/http';
import { toast } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { useEffect, useRef, useState } from 'react';
import { getSecretReview, describeSecret } from '../secret-review.ts';
import { modulePath, invalidateModules } from '../../api/modules.ts';
import { validateArchive } from '../validate-archive.ts';

interface NewVersion {
  version: string;
  notes: string;
  zipFile: File;
}

/**
 * `POST /modules/{id}/versions`.
 *
 * @param onProgress receives the sent fraction, 0 to 1
 */
async function sendVersion(
  moduleId: string,
  { version, notes, zipFile }: NewVersion,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<VersionReview | null> {
  const form = new FormData();
  form.set('version', version.trim());
  form.set('notes', notes.trim());
  // The server reads the body as a stream and needs the texts before the file.
  form.set('zipFile', zipFile);
  const { data } = await http.post<Partial<ModuleResponse>>(modulePath(moduleId, '/versions'), form, {
    signal,
    onUploadProgress: ({ progress }) => progress !== undefined && onProgress(progress),
  });
  return data.module?.review ?? null;
}

function useAbortOnUnmount() {
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  return {
    start: () => (controller.current = new AbortController()).signal,
    abort: () => controller.current?.abort(),
  };
}

export type VersionedModule = Pick<OwnModule, 'id' | 'title' | 'review'>;

function showUploadResult(review: VersionReview | null): void {
  const secretReview = getSecretReview(review);
  if (secretReview) toast.error(`${describeSecret(secretReview)} The version is on hold until you review it.`);
  else if (review?.stage === 'team') toast.success('The version was uploaded. Our team reviews it within 3-5 business days.');
  else toast.success('The version was uploaded');
}

export function useVersionForm(module: VersionedModule, onSent: () => void) {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [sentFraction, setSentFraction] = useState(0);
  const { start, abort } = useAbortOnUnmount();
  const form = useProductForm({
    initialValues: { version: suggestNextVersion(module.review.version), notes: '' },
    rules: moduleVersionRules,
    onSubmit: async (values) => {
      if (!file || validateArchive(file)) return;
      setSentFraction(0);
      showUploadResult(await sendVersion(module.id, { ...values, zipFile: file }, setSentFraction, start()));
      await invalidateModules(queryClient);
      onSent();
    },
    failure: 'The version could not be uploaded. Nothing was published. Please try again.',
  });
  const fileError = file ? validateArchive(file) : form.submitCount > 0 ? 'Choose a ZIP file' : undefined;
  return { ...form, file, setFile, fileError, sentFraction, abort };
}

/** Suggests the next minor version: "1.2.3" gives "1.3.0". */
function suggestNextVersion(version: string): string {
  const [major = '1', minor = '0'] = version.split('.');
  return `${major}.${Number(minor) + 1}.0`;
}
