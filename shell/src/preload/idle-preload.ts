import { PRELOAD_DELAYS } from '@solvent/contracts';
import type { ChannelDocument } from '@solvent/federation/manifest';
import type { PathPreloader } from './path-preloader.ts';

/** A person who saves data wants no guesses. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

const whenIdle = (work: () => void) => ('requestIdleCallback' in window ? window.requestIdleCallback(work) : setTimeout(work, 0));

/**
 * Fetches some pages' code while the browser is idle, 1 s or 2 s after the start, as each `remote.json` says (product 2.8).
 *
 * @returns a function that stops it
 */
export function preloadWhenIdle(channel: ChannelDocument, { preload }: PathPreloader): () => void {
  if (savesData()) return () => undefined;
  const paths = channel.remotes.flatMap((remote) => remote.paths);
  const timers = (['soon', 'later'] as const).map((when) =>
    setTimeout(() => {
      const due = paths.filter((path) => path.preload === when && !path.path.includes(':'));
      whenIdle(() => due.forEach(({ path }) => void preload(path, { data: false })));
    }, PRELOAD_DELAYS[when]),
  );
  return () => timers.forEach(clearTimeout);
}
