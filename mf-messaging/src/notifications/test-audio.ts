export interface PlayedSound {
  url: string;
  volume: number;
}

/** Replaces the browser's player, which jsdom lacks, and records each play. */
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
