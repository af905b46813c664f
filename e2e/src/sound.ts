import type { BrowserContext, Page } from '@playwright/test';

/** Counts sounds that are played to the end, without the silent one that unlocks playback. Call it before pages load. */
export async function countSounds(context: BrowserContext): Promise<(pages: readonly Page[]) => Promise<number>> {
  await context.addInitScript(() => {
    const played = { count: 0 };
    Object.assign(window, { playedSounds: played });
    // The player is not in the document.
    window.Audio = new Proxy(window.Audio, {
      construct(target, [url]: [string?]) {
        const audio = new target(url);
        audio.addEventListener('ended', () => {
          if (audio.volume === 1) played.count += 1;
        });
        return audio;
      },
    });
  });
  return async (pages) => {
    const counts = await Promise.all(
      pages.map((page) => page.evaluate(() => (window as unknown as { playedSounds: { count: number } }).playedSounds.count)),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
}
