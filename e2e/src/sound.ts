import type { BrowserContext, Page } from '@playwright/test';

/**
 * Counts the sounds that are heard to their end in the pages of a browser; the silent one that unlocks them is none. Call it before
 * they load.
 */
export async function countSounds(context: BrowserContext): Promise<(pages: readonly Page[]) => Promise<number>> {
  await context.addInitScript(() => {
    const heard = { count: 0 };
    Object.assign(window, { heardSounds: heard });
    // The player is in no page: it is met when it is made.
    window.Audio = new Proxy(window.Audio, {
      construct(target, [url]: [string?]) {
        const audio = new target(url);
        audio.addEventListener('ended', () => {
          if (audio.volume === 1) heard.count += 1;
        });
        return audio;
      },
    });
  });
  return async (pages) => {
    const counts = await Promise.all(
      pages.map((page) => page.evaluate(() => (window as unknown as { heardSounds: { count: number } }).heardSounds.count)),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
}
