import type { Module } from '@solvent/contracts';
import { IconButton, toast } from '@solvent/ui';
import { Share2 } from 'lucide-react';

async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success('Link copied');
  } catch {
    toast.error('The link could not be copied. Copy it from the address bar.');
  }
}

async function share({ title, slug }: Module): Promise<void> {
  const url = `${window.location.origin}/toolbox/${encodeURIComponent(slug)}`;
  if (!('share' in navigator)) return copyLink(url);
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // Closing the system's dialog is an answer, not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(url);
  }
}

/** Hands the link to the system's share dialog, or copies it. */
export const ShareButton = ({ module }: { module: Module }) => (
  <IconButton
    variant="ghost"
    colorPalette="gray"
    aria-label="Share Module"
    title="Share Module"
    onClick={() => void share(module)}
  >
    <Share2 size={18} aria-hidden />
  </IconButton>
);
