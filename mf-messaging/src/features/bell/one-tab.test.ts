import { jest } from '@jest/globals';
import { inOneTab } from './one-tab.ts';
import { fakeLocks } from './test-locks.ts';

const playing = () => jest.fn(async () => true);

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
});

describe('what one tab does for all', () => {
  it('is done by the first that asks', async () => {
    fakeLocks();
    const [one, other] = [playing(), playing()];
    await Promise.all([inOneTab('m1', one), inOneTab('m1', other)]);
    expect(one).toHaveBeenCalledTimes(1);
    expect(other).not.toHaveBeenCalled();
  });

  it('is done by the next where the first cannot', async () => {
    fakeLocks();
    const refused = jest.fn(async () => false);
    const [one, other] = [playing(), playing()];
    await Promise.all([inOneTab('m1', refused), inOneTab('m1', one), inOneTab('m1', other)]);
    expect(refused).toHaveBeenCalledTimes(1);
    expect(one).toHaveBeenCalledTimes(1);
    expect(other).not.toHaveBeenCalled();
  });

  it('is done again for the next message, a second later', async () => {
    fakeLocks();
    const play = playing();
    await inOneTab('m1', play);
    await jest.advanceTimersByTimeAsync(900);
    await inOneTab('m2', play);
    expect(play).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(200);
    await inOneTab('m3', play);
    expect(play).toHaveBeenCalledTimes(2);
  });

  it.each([true, false])('is not done by a tab that hears of the message late (locks: %s)', async (hasLocks) => {
    if (hasLocks) fakeLocks();
    const [play, late] = [playing(), playing()];
    await inOneTab('m2', play);
    await jest.advanceTimersByTimeAsync(60_000);
    await inOneTab('m2', late);
    await inOneTab('m1', late);
    expect(late).not.toHaveBeenCalled();
    await inOneTab('m3', late);
    expect(late).toHaveBeenCalledTimes(1);
  });

  it('is done by each that hears at the same moment where the browser has no locks', async () => {
    const play = playing();
    await Promise.all([inOneTab('m1', play), inOneTab('m1', play)]);
    expect(play).toHaveBeenCalledTimes(2);
  });
});
