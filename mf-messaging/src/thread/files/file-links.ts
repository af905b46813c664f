import { CHAT } from '@solvent/contracts';
import { toast } from '@solvent/ui';
import { useState } from 'react';
import { fetchFileLink } from '../../sync/messages.ts';
import type { ShownFile } from './shown-file.ts';

/** Renews the link of a picture the first time it fails to load. */
export function usePictureUrl({ id, url }: Pick<ShownFile, 'id' | 'url'>) {
  const [renewedUrl, setRenewedUrl] = useState<string>();
  const [state, setState] = useState<'first' | 'asked' | 'failed'>('first');

  async function onError(): Promise<void> {
    if (state !== 'first' || id === null) return setState('failed');
    setState('asked');
    try {
      setRenewedUrl(await fetchFileLink(id));
    } catch {
      setState('failed');
    }
  }
  return { url: renewedUrl ?? url, failed: state === 'failed', onError: () => void onError() };
}

/** Builds `srcSet` with the widths that the server offers, up to `naturalWidth` (px). */
export function getPictureSources(
  url: string | undefined,
  displaySize: string,
  naturalWidth: number | null | undefined,
): { src: string | undefined; srcSet?: string; sizes?: string } {
  if (!url || !naturalWidth || url.startsWith('blob:')) return { src: url };
  const getSource = (width: number) => `${url}${url.includes('?') ? '&' : '?'}width=${width} ${width}w`;
  const scaledSources = CHAT.pictureWidths.filter((width) => width < naturalWidth).map(getSource);
  return { src: url, srcSet: [...scaledSources, `${url} ${naturalWidth}w`].join(', '), sizes: displaySize };
}

/** Fetches a new link first: the known one may have expired. */
export async function saveFile(id: string, name: string): Promise<void> {
  try {
    const link = document.createElement('a');
    link.href = await fetchFileLink(id);
    link.download = name;
    link.click();
  } catch (error) {
    toast.failure(error, `${name} could not be downloaded. Please try again.`);
  }
}
