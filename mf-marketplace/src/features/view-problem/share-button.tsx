import { Button, toast } from '@solvent/ui';
import { Share2 } from 'lucide-react';
import { SIDE_BUTTON } from './side-button.ts';

async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success('Link copied');
  } catch {
    toast.error('The link could not be copied. Copy it from the address bar.');
  }
}

async function share(title: string): Promise<void> {
  const { origin, pathname } = window.location;
  const url = origin + pathname;
  if (!('share' in navigator)) return copyLink(url);
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // Closing the system's dialog is an answer, not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(url);
  }
}

/** Hands the link to the system's share dialog, or copies it. */
export function ShareButton({ title }: { title: string }) {
  return (
    <Button {...SIDE_BUTTON} onClick={() => void share(title)}>
      <Share2 size={16} aria-hidden />
      Share
    </Button>
  );
}
