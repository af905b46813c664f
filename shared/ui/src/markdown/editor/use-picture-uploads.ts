import { ATTACHMENTS } from '@solvent/contracts';
import { getInlineErrorText } from '@solvent/http';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { showSentPicture } from '../own-picture.tsx';
import { replaceText, typeText } from './tools.ts';

/** Sends a picture. @returns its address on this site */
export type UploadPicture = (picture: File, options: { signal: AbortSignal; idempotencyKey: string }) => Promise<string>;

/** Pictures that pages can show. */
const SHOWN = /^image\/(?:png|jpeg|webp|gif)$/;
export const PICTURE_ACCEPT = 'image/png,image/jpeg,image/webp,image/gif';

const MEBIBYTE = 1024 * 1024;

function refusalOf({ name, size, type }: File): string | undefined {
  if (!SHOWN.test(type)) return `${name} is no picture that can be shown here: those are PNG, JPEG, WebP and GIF`;
  return size > ATTACHMENTS.maxBytes ? `${name} is larger than ${ATTACHMENTS.maxBytes / MEBIBYTE} MB` : undefined;
}

/** What a picture is called in the text: signs that would end its name are left out. */
const wordsOf = ({ name }: File) => name.replace(/\.\w+$/, '').replace(/[[\]\\\n]/g, '') || 'picture';

/** Where its size (px) is known, its place can be kept while it comes. */
async function sizeOf(picture: File): Promise<string> {
  try {
    const { width, height } = await createImageBitmap(picture);
    return `#${width}x${height}`;
  } catch {
    return '';
  }
}

/** Pasted or dropped data that holds text too (a table's cells come with a picture of them) is text. */
const filesOf = (data: DataTransfer | null): File[] => (data?.types.includes('text/plain') ? [] : [...(data?.files ?? [])]);

/** A picture that was not sent. */
interface Failure {
  key: string;
  text: string;
  /** Undefined for what another try would not help. */
  picture: File | undefined;
}

/**
 * Pictures that are pasted into a field, dropped on it or chosen for it. Each is sent at once; its place in the text says that it
 * is on its way, and goes where that fails.
 */
export function usePictureUploads(field: RefObject<HTMLTextAreaElement | null>, upload: UploadPicture | undefined) {
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const [underWay, setUnderWay] = useState<readonly string[]>([]);
  const abort = useRef(new AbortController());
  const pending = useRef(new Set<string>());

  function fail(failure: Failure) {
    setFailures((all) => [...all, failure]);
  }
  const tell = () => setUnderWay([...pending.current]);

  async function send(picture: File, key: string) {
    if (!upload) return;
    const { signal } = abort.current;
    const place = `![${wordsOf(picture)}](uploading:${key})`;
    const put = (text: string) => field.current && replaceText(field.current, place, text);
    if (field.current) typeText(field.current, place);
    pending.current.add(key);
    tell();
    try {
      const [address, size] = await Promise.all([upload(picture, { signal, idempotencyKey: key }), sizeOf(picture)]);
      showSentPicture(address, picture);
      put(`![${wordsOf(picture)}](${address}${size})`);
    } catch (error) {
      if (signal.aborted) return;
      put('');
      fail({ key, text: `${picture.name}: ${getInlineErrorText(error, 'The upload failed')}`, picture });
    }
    pending.current.delete(key);
    tell();
  }

  function add(files: readonly File[]) {
    setFailures([]);
    for (const file of files) {
      const refusal = refusalOf(file);
      if (refusal === undefined) void send(file, crypto.randomUUID());
      else fail({ key: crypto.randomUUID(), text: refusal, picture: undefined });
    }
  }

  function retry({ key, picture }: Failure) {
    setFailures((all) => all.filter((failure) => failure.key !== key));
    if (picture) void send(picture, key);
  }

  const take = useEffectEvent((event: ClipboardEvent | DragEvent) => {
    const files = filesOf('clipboardData' in event ? event.clipboardData : event.dataTransfer);
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  });
  const allow = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  const takesPictures = upload !== undefined;
  useEffect(() => {
    const element = field.current;
    if (!element || !takesPictures) return;
    const listener = (event: ClipboardEvent | DragEvent) => take(event);
    element.addEventListener('paste', listener);
    element.addEventListener('dragover', allow);
    element.addEventListener('drop', listener);
    return () => {
      element.removeEventListener('paste', listener);
      element.removeEventListener('dragover', allow);
      element.removeEventListener('drop', listener);
    };
  }, [field, takesPictures]);
  // What is under way ends with the field; its place in a draft says that it is not there.
  useEffect(() => {
    abort.current = new AbortController();
    return () => abort.current.abort();
  }, []);

  return { add, retry, failures, isUploading: underWay.length > 0 };
}
