import { CHAT } from '@solvent/contracts';
import { toast } from '@solvent/ui';
import { useState } from 'react';
import { fetchFileLink } from '../../sync/messages.ts';
import type { ShownFile } from './shown-file.ts';

/** The address of a picture. The first time that it cannot be drawn, its link has run out: another one is asked for. */
export function usePictureUrl({ id, url }: Pick<ShownFile, 'id' | 'url'>) {
  const [renewedUrl, setFresh] = useState<string>();
  const [state, setState] = useState<'first' | 'asked' | 'failed'>('first');

  async function onError(): Promise<void> {
    if (state !== 'first' || id === null) return setState('failed');
    setState('asked');
    try {
      setFresh(await fetchFileLink(id));
    } catch {
      setState('failed');
    }
  }
  return { url: renewedUrl ?? url, failed: state === 'failed', onError: () => void onError() };
}

/**
 * Where a picture is read at the size at which it is shown: as it is, or one of the narrower ones. One that is shown from this
 * page, or whose width is not known, comes as it is.
 *
 * @param displaySize how wide it is shown, as of the attribute `sizes`
 * @param naturalWidth how wide it is (px)
 */
export function getPictureSources(
  url: string | undefined,
  displaySize: string,
  naturalWidth: number | null | undefined,
): { src: string | undefined; srcSet?: string; sizes?: string } {
  if (!url || !naturalWidth || url.startsWith('blob:')) return { src: url };
  const atWidth = (width: number) => `${url}${url.includes('?') ? '&' : '?'}width=${width} ${width}w`;
  const narrower = CHAT.pictureWidths.filter((width) => width < naturalWidth).map(atWidth);
  return { src: url, srcSet: [...narrower, `${url} ${naturalWidth}w`].join(', '), sizes: displaySize };
}

/** Saves a file of a message: its link may have run out, so it is asked for anew. */
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
