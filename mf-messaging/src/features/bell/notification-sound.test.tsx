import { jest } from '@jest/globals';
import { setSoundEnabled } from '@solvent/store';
import { renderScreen } from '@solvent/testing/render-screen';
import { fireEvent, screen } from '@testing-library/react';
import { fakeAudio } from './test-audio.ts';
import { fakeLocks } from './test-locks.ts';
import { playNotificationSound, startNotificationSound } from './notification-sound.ts';
import { inOneTab } from './one-tab.ts';
import { SoundSwitch } from './sound-switch.tsx';

const audio = fakeAudio();
let stop = () => {};

function open() {
  stop = startNotificationSound();
  return renderScreen(
    <>
      <button type="button">Elsewhere</button>
      <SoundSwitch />
    </>,
  );
}
/** Ids of messages sort by time. */
const nextId = () => `message-${String((count += 1)).padStart(4, '0')}`;
let count = 0;
const playNew = () => playNotificationSound(nextId());
const soundSwitch = () => screen.getByRole('switch', { name: 'Notification sound' });
const interact = () => fireEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));

function userActivation(hasBeenActive: boolean) {
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive }, configurable: true });
}

beforeEach(() => {
  audio.heard.length = 0;
  audio.allow();
  setSoundEnabled(true);
});
afterEach(() => {
  stop();
  Reflect.deleteProperty(navigator, 'userActivation');
  Reflect.deleteProperty(navigator, 'locks');
  jest.restoreAllMocks();
});

describe('the Sound toggle (product 4.9)', () => {
  it('is on by default, flips and persists, and says so', async () => {
    const { user } = open();
    interact();
    expect(soundSwitch()).toBeChecked();
    await user.click(soundSwitch());
    expect(await screen.findByText('Notification sound disabled')).toBeVisible();
    expect(soundSwitch()).not.toBeChecked();
    expect(localStorage.getItem('notificationSound')).toBe('disabled');
    await user.click(soundSwitch());
    expect(await screen.findByText('Notification sound enabled')).toBeVisible();
    expect(localStorage.getItem('notificationSound')).toBe('enabled');
  });

  it('asks for an interaction before the first one; the press on the toggle was one for the next', async () => {
    const { user } = open();
    await user.click(soundSwitch());
    expect(await screen.findByText('Please interact with the page first to enable sound')).toBeVisible();
    expect(soundSwitch()).toBeChecked();
    await user.click(soundSwitch());
    expect(soundSwitch()).not.toBeChecked();
  });

  it('takes a key earlier on the page for an interaction', async () => {
    const { user } = open();
    await user.keyboard('{Tab}');
    await user.click(soundSwitch());
    expect(soundSwitch()).not.toBeChecked();
  });

  it('trusts the browser about a person who acted before this code came', async () => {
    userActivation(true);
    const { user } = open();
    await user.click(soundSwitch());
    expect(soundSwitch()).not.toBeChecked();
  });

  it('takes no script’s click for an interaction', async () => {
    userActivation(false);
    const { user } = open();
    interact();
    await user.click(soundSwitch());
    expect(await screen.findByText('Please interact with the page first to enable sound')).toBeVisible();
  });

  it('stays as it was when the choice cannot be kept', async () => {
    const { user } = open();
    interact();
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    await user.click(soundSwitch());
    expect(await screen.findByText('Failed to toggle notification sound')).toBeVisible();
    expect(soundSwitch()).toBeChecked();
  });
});

describe('playing (product 4.9)', () => {
  it('tries a silent play at the first interaction, once', () => {
    open();
    interact();
    interact();
    expect(audio.heard).toEqual([{ url: '/sounds/notification.mp3', volume: 0.01 }]);
  });

  it('is silent before any interaction, and aloud after it', async () => {
    open();
    await playNew();
    expect(audio.heard).toEqual([]);
    interact();
    await playNew();
    expect(audio.heard.at(-1)).toEqual({ url: '/sounds/notification.mp3', volume: 1 });
  });

  it('is silent while the sound is off', async () => {
    setSoundEnabled(false);
    open();
    interact();
    await playNew();
    expect(audio.heard.map(({ volume }) => volume)).toEqual([0.01]);
  });

  it('only logs a play that the browser refuses', async () => {
    const log = jest.spyOn(console, 'info').mockImplementation(() => {});
    open();
    interact();
    audio.refuse();
    await playNew();
    expect(log).toHaveBeenCalledWith('Notification sound: play() was refused');
  });

  it('asks for the file again that did not come at first', async () => {
    jest.spyOn(console, 'info').mockImplementation(() => {});
    open();
    audio.lose();
    interact();
    await playNew();
    audio.allow();
    await playNew();
    expect(audio.heard.at(-1)).toEqual({ url: '/sounds/notification.mp3', volume: 1 });
  });

  it('leaves it to the tab that has played', async () => {
    fakeLocks();
    open();
    interact();
    await inOneTab(nextId(), async () => true);
    await playNew();
    expect(audio.heard.map(({ volume }) => volume)).toEqual([0.01]);
  });

  it('leaves it to another tab where this one may not play', async () => {
    jest.spyOn(console, 'info').mockImplementation(() => {});
    fakeLocks();
    open();
    interact();
    audio.refuse();
    const elsewhere = jest.fn(async () => true);
    const message = nextId();
    await Promise.all([playNotificationSound(message), inOneTab(message, elsewhere)]);
    expect(elsewhere).toHaveBeenCalledTimes(1);
  });
});
