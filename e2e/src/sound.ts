import type { BrowserContext, Page } from '@playwright/test';

/** Counts the sounds that the pages of a browser play; the silent one that unlocks them is none. Call it before they load. */
export async function countSounds(context: BrowserContext): Promise<(pages: readonly Page[]) => Promise<number>> {
  await context.addInitScript(() => {
    const played = { count: 0 };
    Object.assign(window, { playedSounds: played });
    const play = HTMLAudioElement.prototype.play;
    HTMLAudioElement.prototype.play = function playCounted(this: HTMLAudioElement) {
      if (this.volume === 1) played.count += 1;
      return play.call(this);
    };
  });
  return async (pages) => {
    const counts = await Promise.all(
      pages.map((page) => page.evaluate(() => (window as unknown as { playedSounds: { count: number } }).playedSounds.count)),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
}
