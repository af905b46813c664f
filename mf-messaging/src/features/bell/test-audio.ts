/** What a test hears: each play with its volume. jsdom plays nothing. */
export interface HeardPlay {
  url: string;
  volume: number;
}

/**
 * Puts a player in place of the browser's.
 *
 * @returns what was played so far, and `refuse`, after which the browser refuses to play
 */
export function fakeAudio() {
  const heard: HeardPlay[] = [];
  let refused = false;
  class FakeAudio {
    volume = 1;
    currentTime = 0;
    constructor(readonly url: string) {}
    pause() {}
    play() {
      if (refused) return Promise.reject(new Error('play() was refused'));
      heard.push({ url: this.url, volume: this.volume });
      return Promise.resolve();
    }
  }
  Object.assign(window, { Audio: FakeAudio });
  return { heard, refuse: () => void (refused = true), allow: () => void (refused = false) };
}
