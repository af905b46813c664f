import { ATTACHMENTS } from '@solvent/contracts';
import type { StoredFile } from '@solvent/contracts';
import { getInlineErrorText, isAborted } from '@solvent/http';
import { formatFileSize } from '@solvent/kit';
import { useEffect, useMemo, useRef, useState } from 'react';
import { uploadAttachment } from '../api/files.ts';

/** Whether what a draft kept is a file that the server has. */
export const isStoredFile = (given: unknown): given is StoredFile =>
  typeof given === 'object' && given !== null && '_id' in given && 'name' in given && 'size' in given;

interface Attached {
  /** Names it on this page; sent again with it, an upload makes no second file. */
  key: string;
  name: string;
  size: number;
}

export type Attachment = Attached &
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

function refusalOf({ name, size }: File): string | undefined {
  if (size > ATTACHMENTS.maxBytes) return `${name} is larger than ${formatFileSize(ATTACHMENTS.maxBytes)}`;
  return size === 0 ? `${name} is empty` : undefined;
}

/** Of chosen files, those that may be uploaded, and why the others may not. @param room how many more there may be */
function sortOut(chosen: readonly File[], room: number): { accepted: File[]; refusals: string[] } {
  const fit = chosen.filter((file) => refusalOf(file) === undefined);
  const refusals = chosen.map(refusalOf).filter((text) => text !== undefined);
  const tooMany = fit.length > room ? [`You can attach up to ${ATTACHMENTS.max} files`] : [];
  return { accepted: fit.slice(0, Math.max(room, 0)), refusals: [...refusals, ...tooMany] };
}

/** An upload that is under way, or has failed. */
interface Upload {
  source: File;
  abort: AbortController;
  finished: Promise<void>;
}

const filesOf = (items: readonly Attachment[]): StoredFile[] => items.flatMap((item) => (item.state === 'done' ? item.file : []));

const FILES_MISSING = 'Some files were not uploaded: try them again, or remove them';

/** Says so under the files, as a server's refusal would. */
export class FilesMissing extends Error {
  readonly errors = { attachments: FILES_MISSING };
}

/** What is said under the files. Once the failed ones are gone there is nothing more to say of them. */
export function filesError(errors: object, items: readonly Attachment[]): string | undefined {
  const text = 'attachments' in errors ? String(errors.attachments) : undefined;
  return text === FILES_MISSING && items.every(({ state }) => state !== 'failed') ? undefined : text;
}

/** The files of the form: each is uploaded as soon as it is chosen, and what is under way ends with the page. */
export function useAttachments(start: readonly StoredFile[]) {
  const [items, setItems] = useState<readonly Attachment[]>(() => start.map(storedAttachment));
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const latest = useRef(items);
  const uploads = useRef(new Map<string, Upload>());

  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    const underWay = uploads.current;
    return () => {
      isClosed.current = true;
      underWay.forEach(({ abort }) => abort.abort());
    };
  }, []);

  function put(next: readonly Attachment[]): void {
    latest.current = next;
    setItems(next);
  }
  const patch = (key: string, state: Partial<Attachment>) =>
    // A state comes with what belongs to it.
    put(latest.current.map((item) => (item.key === key ? ({ ...item, ...state } as Attachment) : item)));

  async function send(key: string, source: File, signal: AbortSignal): Promise<void> {
    const onProgress = (progress: number) => patch(key, { state: 'uploading', progress });
    try {
      const file = await uploadAttachment(source, { signal, onProgress, idempotencyKey: key });
      patch(key, { state: 'done', file });
      uploads.current.delete(key);
    } catch (error) {
      if (!isAborted(error)) patch(key, { state: 'failed', reason: getInlineErrorText(error, 'The upload failed') });
    }
  }

  function begin(key: string, source: File): void {
    const abort = new AbortController();
    patch(key, { state: 'uploading', progress: 0 });
    uploads.current.set(key, { source, abort, finished: send(key, source, abort.signal) });
  }

  function add(chosen: readonly File[]): void {
    const { accepted, refusals: why } = sortOut(chosen, ATTACHMENTS.max - latest.current.length);
    setRefusals(why);
    const added = accepted.map((source) => ({ source, item: newAttachment(source) }));
    put([...latest.current, ...added.map(({ item }) => item)]);
    for (const { source, item } of added) begin(item.key, source);
  }

  function remove(key: string): void {
    uploads.current.get(key)?.abort.abort();
    uploads.current.delete(key);
    setRefusals([]);
    put(latest.current.filter((item) => item.key !== key));
  }

  function retry(key: string): void {
    const source = uploads.current.get(key)?.source;
    if (source) begin(key, source);
  }

  function reset(files: readonly StoredFile[]): void {
    latest.current.forEach(({ key }) => remove(key));
    put(files.map(storedAttachment));
  }

  /**
   * Waits for the running uploads. Never settles once the form is closed, so that nothing is sent or reported.
   *
   * @returns the ids of all files
   * @throws FilesMissing when one could not be uploaded
   */
  async function settled(): Promise<string[]> {
    await Promise.all([...uploads.current.values()].map(({ finished }) => finished));
    if (isClosed.current) return new Promise(() => {});
    if (latest.current.some(({ state }) => state !== 'done')) throw new FilesMissing(FILES_MISSING);
    return filesOf(latest.current).map(({ _id }) => _id);
  }

  return { items, files: useMemo(() => filesOf(items), [items]), refusals, add, remove, retry, reset, settled };
}

export type Attachments = ReturnType<typeof useAttachments>;
