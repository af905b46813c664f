import { toast } from '@solvent/ui';
import { useEffect, useState } from 'react';

/** Returns an object URL, revoked on unmount. */
export function useObjectUrl(file: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return url;
}

/** Browsers may read the URL for a while after the click. */
const URL_LIFETIME_MS = 60_000;

export function saveAsFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}

/** Copies text and shows a toast. @returns whether it was copied */
export async function copyText(text: string, successText: string, failureText: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(successText);
    return true;
  } catch {
    toast.error(failureText);
    return false;
  }
}

/** Opens the system's share dialog with the page's link, or copies the link if there is none. */
export async function sharePage(title: string, path: string): Promise<void> {
  const url = window.location.origin + path;
  const copy = () => copyText(url, 'Link copied', 'The link could not be copied. Copy it from the address bar.');
  if (!('share' in navigator)) return void (await copy());
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // The user closed the dialog.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copy();
  }
}
