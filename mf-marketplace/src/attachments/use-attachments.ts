import { ATTACHMENTS } from '@solvent/contracts';
import type { StoredFile } from '@solvent/contracts';
import { getInlineErrorText, isAborted } from '@solvent/http';
import { formatFileSize } from '@solvent/kit';
import { useEffect, useMemo, useRef, useState } from 'react';
import { uploadAttachment } from '../api/files.ts';

/** Whether what a draft kept is a file that the server has. */
export const isStoredFile = (value: unknown): value is StoredFile =>
  typeof value === 'object' && value !== null && '_id' in value && 'name' in value && 'size' in value;

interface AttachmentBase {
  /** Names it on this page; sent again with it, an upload makes no second file. */
  key: string;
  name: string;
  size: number;
}

export type Attachment = AttachmentBase &
  ({ state: 'uploading'; progress: number } | { state: 'done'; file: StoredFile } | { state: 'failed'; reason: string });

const storedAttachment = (file: StoredFile): Attachment => ({
  key: file._id,
  name: file.name,
  size: file.size,
  state: 'done',
  file,
});

const newAttachment = (file: File): Attachment => ({
  key: crypto.randomUUID(),
  name: file.name,
  size: file.size,
  state: 'uploading',
  progress: 0,
});

function getRejectionText({ name, size }: File): string | undefined {
  if (size > ATTACHMENTS.maxBytes) return `${name} is larger than ${formatFileSize(ATTACHMENTS.maxBytes)}`;
  return size === 0 ? `${name} is empty` : undefined;
}

/** Of chosen files, those that may be uploaded, and why the others may not. @param maxCount how many more there may be */
function validateFiles(chosen: readonly File[], maxCount: number): { accepted: File[]; rejections: string[] } {
  const valid = chosen.filter((file) => getRejectionText(file) === undefined);
  const rejections = chosen.map(getRejectionText).filter((text) => text !== undefined);
  const tooMany = valid.length > maxCount ? [`You can attach up to ${ATTACHMENTS.max} files`] : [];
  return { accepted: valid.slice(0, Math.max(maxCount, 0)), rejections: [...rejections, ...tooMany] };
}

/** An upload that is under way, or has failed. */
interface Upload {
  source: File;
  abort: AbortController;
  finished: Promise<void>;
}

const getStoredFiles = (items: readonly Attachment[]): StoredFile[] =>
  items.flatMap((item) => (item.state === 'done' ? item.file : []));

const UPLOADS_FAILED = 'Some files were not uploaded: try them again, or remove them';

/** Says so under the files, as a server's refusal would. */
export class UploadsFailedError extends Error {
  readonly errors = { attachments: UPLOADS_FAILED };
}

/** What is said under the files. Once the failed ones are gone there is nothing more to say of them. */
export function getFilesError(errors: object, items: readonly Attachment[]): string | undefined {
  const text = 'attachments' in errors ? String(errors.attachments) : undefined;
  return text === UPLOADS_FAILED && items.every(({ state }) => state !== 'failed') ? undefined : text;
}

/** The files of the form: each is uploaded as soon as it is chosen, and what is under way ends with the page. */
export function useAttachments(start: readonly StoredFile[]) {
  const [items, setItems] = useState<readonly Attachment[]>(() => start.map(storedAttachment));
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
    // A state comes with what belongs to it.
    setAttachments(latest.current.map((item) => (item.key === key ? ({ ...item, ...state } as Attachment) : item)));

  async function upload(key: string, source: File, signal: AbortSignal): Promise<void> {
    const onProgress = (progress: number) => patch(key, { state: 'uploading', progress });
    try {
      const file = await uploadAttachment(source, { signal, onProgress, idempotencyKey: key });
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
    const { accepted, rejections: reasons } = validateFiles(chosen, ATTACHMENTS.max - latest.current.length);
    setRejections(reasons);
    const added = accepted.map((source) => ({ source, item: newAttachment(source) }));
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

  function reset(files: readonly StoredFile[]): void {
    latest.current.forEach(({ key }) => remove(key));
    setAttachments(files.map(storedAttachment));
  }

  /**
   * Waits for the running uploads. Never settles once the form is closed, so that nothing is sent or reported.
   *
   * @returns the ids of all files
   * @throws FilesMissing when one could not be uploaded
   */
  async function waitForUploads(): Promise<string[]> {
    await Promise.all([...uploads.current.values()].map(({ finished }) => finished));
    if (isClosed.current) return new Promise(() => {});
    if (latest.current.some(({ state }) => state !== 'done')) throw new UploadsFailedError(UPLOADS_FAILED);
    return getStoredFiles(latest.current).map(({ _id }) => _id);
  }

  return { items, files: useMemo(() => getStoredFiles(items), [items]), rejections, add, remove, retry, reset, waitForUploads };
}

export type Attachments = ReturnType<typeof useAttachments>;
