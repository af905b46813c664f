import { jest } from '@jest/globals';
import { notificationsStore, setSoundEnabled } from '@solvent/store';
import { fakeAudio } from './test-audio.ts';
import { fakeLocks } from './test-locks.ts';

const toast = { success: jest.fn(), error: jest.fn() };
jest.unstable_mockModule('@solvent/ui', () => ({ toast }));
const { playNotificationSound, SOUND_SWITCH_ATTRIBUTE, startNotificationSound, toggleNotificationSound } =
  await import('./notification-sound.ts');
const { runInOneTab } = await import('./run-in-one-tab.ts');

const audio = fakeAudio();
const ALOUD = { url: '/sounds/notification.mp3', volume: 1 };
const PROBE = { url: '/sounds/notification.mp3', volume: 0.01 };
let stop = () => {};
let count = 0;

const nextId = () => `message-${String((count += 1)).padStart(4, '0')}`;
const playNew = () => playNotificationSound(nextId());
const interact = () => document.body.click();
const isEnabled = () => notificationsStore.getState().soundEnabled;
const playing = () => jest.fn(async () => true);

function userActivation(hasBeenActive: boolean) {
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive }, configurable: true });
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  localStorage.clear();
  audio.plays.length = 0;
  audio.allow();
  setSoundEnabled(true);
  toast.success.mockClear();
  toast.error.mockClear();
  stop = startNotificationSound();
});
afterEach(() => {
  stop();
  Reflect.deleteProperty(navigator, 'userActivation');
  Reflect.deleteProperty(navigator, 'locks');
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the sound switch (product 4.9)', () => {
  it('toggles, stores and confirms the choice after an interaction', () => {
    interact();
    toggleNotificationSound();
    expect([isEnabled(), localStorage.getItem('notificationSound')]).toEqual([false, 'disabled']);
    expect(toast.success).toHaveBeenLastCalledWith('Notification sound disabled');
    toggleNotificationSound();
    expect([isEnabled(), localStorage.getItem('notificationSound')]).toEqual([true, 'enabled']);
    expect(toast.success).toHaveBeenLastCalledWith('Notification sound enabled');
  });

  it('requires an interaction first; the click on the switch counts for the next time', () => {
    const button = document.body.appendChild(document.createElement('button'));
    for (const name of Object.keys(SOUND_SWITCH_ATTRIBUTE)) button.setAttribute(name, '');
    button.addEventListener('click', toggleNotificationSound);
    button.click();
    expect(toast.error.mock.calls).toEqual([['Please interact with the page first to enable sound']]);
    expect(isEnabled()).toBe(true);
    button.click();
    expect(isEnabled()).toBe(false);
    button.remove();
  });

  it('accepts a key and an earlier user activation, but no scripted click', () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }));
    toggleNotificationSound();
    expect(isEnabled()).toBe(false);
    for (const isActive of [true, false]) {
      stop();
      userActivation(isActive);
      stop = startNotificationSound();
      if (!isActive) interact();
      toggleNotificationSound();
      expect(isEnabled()).toBe(true);
    }
    expect(toast.error).toHaveBeenCalledTimes(1);
  });

  it('keeps its state when the choice cannot be stored', () => {
    interact();
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    toggleNotificationSound();
    expect(toast.error).toHaveBeenCalledWith('Failed to toggle notification sound');
    expect(isEnabled()).toBe(true);
  });
});

describe('playing (product 4.9, 9.1)', () => {
  it('is silent before the first interaction, which unlocks audio, and audible afterward', async () => {
    await playNew();
    expect(audio.plays).toEqual([]);
    interact();
    interact();
    expect(audio.plays).toEqual([PROBE]);
    await playNew();
    expect(audio.plays).toEqual([PROBE, ALOUD]);
  });

  it('is silent while the sound is off', async () => {
    setSoundEnabled(false);
    interact();
    await playNew();
    expect(audio.plays).toEqual([PROBE]);
  });

  it('logs a play that the browser refuses, and lets another tab try', async () => {
    const log = jest.spyOn(console, 'info').mockImplementation(() => undefined);
    fakeLocks();
    interact();
    audio.refuse();
    const playInOtherTab = playing();
    const id = nextId();
    await Promise.all([playNotificationSound(id), runInOneTab(id, playInOtherTab)]);
    expect(log).toHaveBeenCalledWith('Notification sound: play() was refused');
    expect(playInOtherTab).toHaveBeenCalledTimes(1);
  });

  it('retries a file that could not be loaded', async () => {
    jest.spyOn(console, 'info').mockImplementation(() => undefined);
    audio.failLoading();
    interact();
    await playNew();
    audio.allow();
    await playNew();
    expect(audio.plays).toEqual([ALOUD]);
  });

  it('is skipped after another tab has played', async () => {
    fakeLocks();
    interact();
    await runInOneTab(nextId(), playing());
    await playNew();
    expect(audio.plays).toEqual([PROBE]);
  });
});

describe('one tab of several (product 4.9)', () => {
  it('plays, the first that can', async () => {
    fakeLocks();
    const refused = jest.fn(async () => false);
    const [one, other] = [playing(), playing()];
    await Promise.all([runInOneTab('m1', refused), runInOneTab('m1', one), runInOneTab('m1', other)]);
    expect([refused, one, other].map((play) => play.mock.calls.length)).toEqual([1, 1, 0]);
  });

  it('plays again for the next message a second later', async () => {
    fakeLocks();
    const play = playing();
    await runInOneTab('m1', play);
    await jest.advanceTimersByTimeAsync(900);
    await runInOneTab('m2', play);
    expect(play).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(200);
    await runInOneTab('m3', play);
    expect(play).toHaveBeenCalledTimes(2);
  });

  it.each([true, false])('skips a message that it receives late (locks: %s)', async (hasLocks) => {
    if (hasLocks) fakeLocks();
    const late = playing();
    await runInOneTab('m2', playing());
    await jest.advanceTimersByTimeAsync(60_000);
    await runInOneTab('m2', late);
    await runInOneTab('m1', late);
    expect(late).not.toHaveBeenCalled();
    await runInOneTab('m3', late);
    expect(late).toHaveBeenCalledTimes(1);
  });

  it('plays at the same time as others if the browser has no locks', async () => {
    const play = playing();
    await Promise.all([runInOneTab('m1', play), runInOneTab('m1', play)]);
    expect(play).toHaveBeenCalledTimes(2);
  });
});
