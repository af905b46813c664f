import type { UploadValues } from '../upload-values.ts';

async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Of the files that were changed, moved or deleted after they were chosen, the first one: a browser sends none of it. */
export async function changedFile(values: UploadValues): Promise<{ field: keyof UploadValues; name: string } | undefined> {
  const { zipFile, previewImages, previewVideos } = values;
  const fields = { zipFile: zipFile ? [zipFile] : [], previewImages, previewVideos };
  for (const field of ['zipFile', 'previewImages', 'previewVideos'] as const)
    for (const file of fields[field]) if (!(await isReadable(file))) return { field, name: file.name };
  return undefined;
}
