import { useState } from 'react';
import { freshLink } from '../../api/messages.ts';
import type { ShownFile } from './shown-file.ts';

/** The address of a picture. The first time that it cannot be drawn, its link has run out: another one is asked for. */
export function usePictureUrl({ id, url }: Pick<ShownFile, 'id' | 'url'>) {
  const [fresh, setFresh] = useState<string>();
  const [state, setState] = useState<'first' | 'asked' | 'failed'>('first');

  async function onError(): Promise<void> {
    if (state !== 'first' || id === null) return setState('failed');
    setState('asked');
    try {
      setFresh(await freshLink(id));
    } catch {
      setState('failed');
    }
  }
  return { url: fresh ?? url, failed: state === 'failed', onError: () => void onError() };
}
