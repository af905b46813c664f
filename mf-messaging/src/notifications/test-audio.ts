/** What a test hears: each play with its volume. jsdom plays nothing. */
export interface PlayedSound {
  url: string;
  volume: number;
}

/**
 * Puts a player in place of the browser's.
 *
 * @returns what was played so far; `refuse`, after which the browser refuses to play; `lose`, after which the file does not come, for a
 * player of then never again
 */
export function fakeAudio() {
  const plays: PlayedSound[] = [];
  let refused = false;
  let isMissing = false;
  class FakeAudio {
    volume = 1;
    currentTime = 0;
    error: object | null = null;
    constructor(readonly url: string) {}
    pause() {}
    play() {
      if (isMissing) this.error = {};
      if (this.error) return Promise.reject(new Error('The element has no supported sources.'));
      if (refused) return Promise.reject(new Error('play() was refused'));
      plays.push({ url: this.url, volume: this.volume });
      return Promise.resolve();
    }
  }
  Object.assign(window, { Audio: FakeAudio });
  return {
    plays,
    refuse: () => void (refused = true),
    failLoading: () => void (isMissing = true),
    allow: () => void (refused = isMissing = false),
  };
}
