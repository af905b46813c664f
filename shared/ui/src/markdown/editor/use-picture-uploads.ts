import { ATTACHMENTS, validateFiles } from '@solvent/contracts';
import { getInlineErrorText } from '@solvent/http';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { showUploadedPicture } from '../own-picture.tsx';
import { replaceText, typeText } from './tools.ts';

/** Uploads a picture. @returns its path on this site */
export type UploadPicture = (picture: File, options: { signal: AbortSignal; idempotencyKey: string }) => Promise<string>;

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
export const PICTURE_ACCEPT = PICTURE_TYPES.join(',');

const FILE_RULES = {
  maxBytes: ATTACHMENTS.maxBytes,
  types: PICTURE_TYPES,
  texts: { type: (name: string) => `${name} is not a supported picture. Use PNG, JPEG, WebP or GIF.` },
};

/** Returns a file name as alt text, without characters that would end it. */
const getAltText = ({ name }: File) => name.replace(/\.\w+$/, '').replace(/[[\]\\\n]/g, '') || 'picture';

/** Returns the size (px) as a URL fragment, which reserves space while the picture loads. */
async function measurePicture(picture: File): Promise<string> {
  try {
    const { width, height } = await createImageBitmap(picture);
    return `#${width}x${height}`;
  } catch {
    return '';
  }
}

/** Ignores files of pasted data that includes text: copied table cells include a picture of themselves. */
const getFiles = (data: DataTransfer | null): File[] => (data?.types.includes('text/plain') ? [] : [...(data?.files ?? [])]);

interface Failure {
  key: string;
  text: string;
  /** Undefined if a retry is pointless. */
  picture: File | undefined;
}

/** Uploads pasted, dropped or chosen pictures. Placeholders mark them in the text, and are removed on failure. */
export function usePictureUploads(field: RefObject<HTMLTextAreaElement | null>, upload: UploadPicture | undefined) {
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const [uploading, setUploading] = useState<readonly string[]>([]);
  const abort = useRef(new AbortController());
  const pending = useRef(new Set<string>());

  function fail(failure: Failure) {
    setFailures((all) => [...all, failure]);
  }
  const updateUploading = () => setUploading([...pending.current]);

  async function send(picture: File, key: string) {
    if (!upload) return;
    const { signal } = abort.current;
    const placeholder = `![${getAltText(picture)}](uploading:${key})`;
    const replacePlaceholder = (text: string) => field.current && replaceText(field.current, placeholder, text);
    if (field.current) typeText(field.current, placeholder);
    pending.current.add(key);
    updateUploading();
    try {
      const [address, size] = await Promise.all([upload(picture, { signal, idempotencyKey: key }), measurePicture(picture)]);
      showUploadedPicture(address, picture);
      replacePlaceholder(`![${getAltText(picture)}](${address}${size})`);
    } catch (error) {
      if (signal.aborted) return;
      replacePlaceholder('');
      fail({ key, text: `${picture.name}: ${getInlineErrorText(error, 'The upload failed')}`, picture });
    }
    pending.current.delete(key);
    updateUploading();
  }

  function add(files: readonly File[]) {
    setFailures([]);
    for (const file of files) {
      const [fileError] = validateFiles([file], FILE_RULES).errors;
      if (fileError === undefined) void send(file, crypto.randomUUID());
      else fail({ key: crypto.randomUUID(), text: fileError, picture: undefined });
    }
  }

  function retry({ key, picture }: Failure) {
    setFailures((all) => all.filter((failure) => failure.key !== key));
    if (picture) void send(picture, key);
  }

  const handleFiles = useEffectEvent((event: ClipboardEvent | DragEvent) => {
    const files = getFiles('clipboardData' in event ? event.clipboardData : event.dataTransfer);
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  });
  const allowDrop = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  const isEnabled = upload !== undefined;
  useEffect(() => {
    const element = field.current;
    if (!element || !isEnabled) return;
    const listener = (event: ClipboardEvent | DragEvent) => handleFiles(event);
    element.addEventListener('paste', listener);
    element.addEventListener('dragover', allowDrop);
    element.addEventListener('drop', listener);
    return () => {
      element.removeEventListener('paste', listener);
      element.removeEventListener('dragover', allowDrop);
      element.removeEventListener('drop', listener);
    };
  }, [field, isEnabled]);
  // Unmounting the field aborts its uploads; their placeholders remain in a draft.
  useEffect(() => {
    abort.current = new AbortController();
    return () => abort.current.abort();
  }, []);

  return { add, retry, failures, isUploading: uploading.length > 0 };
}
