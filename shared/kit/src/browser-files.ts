import { toast } from '@solvent/ui';
import { useEffect, useState } from 'react';

/** An address under which this page can show a file, for as long as the component shows it. */
export function useObjectUrl(file: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return url;
}

/** Browsers may still read the address a while after the click (ms). */
const URL_LIFETIME_MS = 60_000;

/** Hands bytes to the browser as a download of that name. */
export function saveAsFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}

/** Copies a text, and says so. @returns whether it was copied */
export async function copyText(text: string, done: string, failed: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
    return true;
  } catch {
    toast.error(failed);
    return false;
  }
}

/** Hands a page's link to the system's share dialog, or copies it where there is none. */
export async function sharePage(title: string, path: string): Promise<void> {
  const url = window.location.origin + path;
  const copy = () => copyText(url, 'Link copied', 'The link could not be copied. Copy it from the address bar.');
  if (!('share' in navigator)) return void (await copy());
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // Closing the system's dialog is an answer, not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copy();
  }
}
