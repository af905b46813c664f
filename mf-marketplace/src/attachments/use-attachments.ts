import { ATTACHMENTS, validateFiles } from '@solvent/contracts';
import type { StoredFile } from '@solvent/contracts';
import { getInlineErrorText, isAborted } from '@solvent/http';
import { notifyRenamed } from '@solvent/kit';
import { useEffect, useMemo, useRef, useState } from 'react';
import { uploadAttachment } from '../api/files.ts';

/** A file of a draft: stored, or not uploaded when the page was left. */
export type DraftFile = StoredFile | Pick<StoredFile, 'name' | 'size'>;

const isDraftFile = (value: unknown): value is DraftFile =>
  typeof value === 'object' && value !== null && 'name' in value && 'size' in value;

interface AttachmentBase {
  /** Also the idempotency key of the upload. */
  key: string;
  name: string;
  size: number;
}

export type Attachment = AttachmentBase &
  (
    | { state: 'uploading'; progress: number }
    | { state: 'done'; file: StoredFile }
    | { state: 'failed'; reason: string; isLost?: boolean }
  );

const NOT_UPLOADED = 'This file was not uploaded. Remove it, or choose it again.';

function restoreAttachment(file: DraftFile): Attachment {
  const { name, size } = file;
  if ('_id' in file) return { key: file._id, name, size, state: 'done', file };
  return { key: crypto.randomUUID(), name, size, state: 'failed', reason: NOT_UPLOADED, isLost: true };
}

const createAttachment = (file: File): Attachment => ({
  key: crypto.randomUUID(),
  name: file.name,
  size: file.size,
  state: 'uploading',
  progress: 0,
});

const FILE_RULES = { ...ATTACHMENTS, texts: { count: () => `You can attach up to ${ATTACHMENTS.max} files` } };

interface Upload {
  source: File;
  abort: AbortController;
  finished: Promise<void>;
}

const toDraftFile = (item: Attachment): DraftFile => (item.state === 'done' ? item.file : { name: item.name, size: item.size });

const UPLOADS_FAILED = 'Some files were not uploaded. Retry or remove them.';

/** Shown under the field, like a validation error of the server. */
export class UploadsFailedError extends Error {
  readonly errors = { attachments: UPLOADS_FAILED };
}

/** Hides the error about failed uploads once those are removed or retried. */
export function getFilesError(errors: object, items: readonly Attachment[]): string | undefined {
  const text = 'attachments' in errors ? String(errors.attachments) : undefined;
  return text === UPLOADS_FAILED && items.every(({ state }) => state !== 'failed') ? undefined : text;
}

/**
 * Uploads each file as soon as it is chosen. Unmounting aborts running uploads.
 *
 * @param start files of a stored draft; invalid ones are left out
 */
export function useAttachments(start: readonly unknown[]) {
  const [items, setItems] = useState<readonly Attachment[]>(() => start.filter(isDraftFile).map(restoreAttachment));
  const [rejections, setRejections] = useState<readonly string[]>([]);
  const latest = useRef(items);
  const uploads = useRef(new Map<string, Upload>());

  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    const running = uploads.current;
    return () => {
      isClosed.current = true;
      running.forEach(({ abort }) => abort.abort());
    };
  }, []);

  function setAttachments(next: readonly Attachment[]): void {
    latest.current = next;
    setItems(next);
  }
  const patch = (key: string, state: Partial<Attachment>) =>
    // Callers pass `state` together with the fields of its variant, which TypeScript cannot check.
    setAttachments(latest.current.map((item) => (item.key === key ? ({ ...item, ...state } as Attachment) : item)));

  async function upload(key: string, source: File, signal: AbortSignal): Promise<void> {
    const onProgress = (progress: number) => patch(key, { state: 'uploading', progress });
    try {
      const file = await uploadAttachment(source, { signal, onProgress, idempotencyKey: key });
      notifyRenamed(source.name, file);
      patch(key, { state: 'done', file });
      uploads.current.delete(key);
    } catch (error) {
      if (!isAborted(error)) patch(key, { state: 'failed', reason: getInlineErrorText(error, 'The upload failed') });
    }
  }

  function startUpload(key: string, source: File): void {
    const abort = new AbortController();
    patch(key, { state: 'uploading', progress: 0 });
    uploads.current.set(key, { source, abort, finished: upload(key, source, abort.signal) });
  }

  function add(chosen: readonly File[]): void {
    const { accepted, errors } = validateFiles(chosen, FILE_RULES, ATTACHMENTS.max - latest.current.length);
    setRejections(errors);
    const added = accepted.map((source) => ({ source, item: createAttachment(source) }));
    setAttachments([...latest.current, ...added.map(({ item }) => item)]);
    for (const { source, item } of added) startUpload(item.key, source);
  }

  function remove(key: string): void {
    uploads.current.get(key)?.abort.abort();
    uploads.current.delete(key);
    setRejections([]);
    setAttachments(latest.current.filter((item) => item.key !== key));
  }

  function retry(key: string): void {
    const source = uploads.current.get(key)?.source;
    if (source) startUpload(key, source);
  }

  function reset(files: readonly DraftFile[]): void {
    latest.current.forEach(({ key }) => remove(key));
    setAttachments(files.map(restoreAttachment));
  }

  /** Waits for uploads, and forever once unmounted, so that nothing is sent. @returns all file ids @throws UploadsFailedError */
  async function waitForUploads(): Promise<string[]> {
    await Promise.all([...uploads.current.values()].map(({ finished }) => finished));
    if (isClosed.current) return new Promise(() => {});
    if (latest.current.some(({ state }) => state !== 'done')) throw new UploadsFailedError(UPLOADS_FAILED);
    return latest.current.flatMap((item) => (item.state === 'done' ? item.file._id : []));
  }

  const draftFiles = useMemo(() => items.map(toDraftFile), [items]);
  return { items, draftFiles, rejections, add, remove, retry, reset, waitForUploads };
}

export type Attachments = ReturnType<typeof useAttachments>;
