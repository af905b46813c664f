import { jest } from '@jest/globals';
import { inOneTab } from './one-tab.ts';
import { fakeLocks } from './test-locks.ts';

const playing = () => jest.fn(async () => true);

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
});

describe('what one tab does for all', () => {
  it('is done by the first that asks', async () => {
    fakeLocks();
    const [one, other] = [playing(), playing()];
    await Promise.all([inOneTab(one), inOneTab(other)]);
    expect(one).toHaveBeenCalledTimes(1);
    expect(other).not.toHaveBeenCalled();
  });

  it('is done by the next where the first cannot', async () => {
    fakeLocks();
    const refused = jest.fn(async () => false);
    const [one, other] = [playing(), playing()];
    await Promise.all([inOneTab(refused), inOneTab(one), inOneTab(other)]);
    expect(refused).toHaveBeenCalledTimes(1);
    expect(one).toHaveBeenCalledTimes(1);
    expect(other).not.toHaveBeenCalled();
  });

  it('is done again for the next message, a second later', async () => {
    fakeLocks();
    const play = playing();
    await inOneTab(play);
    await jest.advanceTimersByTimeAsync(900);
    await inOneTab(play);
    expect(play).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(200);
    await inOneTab(play);
    expect(play).toHaveBeenCalledTimes(2);
  });

  it('is done by each where the browser has no locks', async () => {
    const play = playing();
    await Promise.all([inOneTab(play), inOneTab(play)]);
    expect(play).toHaveBeenCalledTimes(2);
  });
});
