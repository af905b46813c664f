import { SOUND, STORAGE_KEYS } from '@solvent/contracts';
import { notificationsStore, readKey, setSoundEnabled } from '@solvent/store';
import { toast } from '@solvent/ui';
import { runInOneTab } from './run-in-one-tab.ts';

/** Marks the sound switch, whose clicks do not count as an interaction with the page. */
export const SOUND_SWITCH_ATTRIBUTE = { 'data-sound-switch': '' } as const;

/** Events that count as an interaction (product 4.9). */
const INTERACTIONS = ['click', 'touchstart', 'keydown'] as const;

let hasInteracted = false;
let audio: HTMLAudioElement | undefined;
let stopWatching = () => {};

/** A player that failed to load never recovers: creates a new one, which fetches the file again. */
function getPlayer(): HTMLAudioElement {
  if (!audio || audio.error) audio = new Audio(SOUND.url);
  return audio;
}

/** Returns whether the browser saw a user activation; undefined without that API. */
function hasBeenActive(): boolean | undefined {
  const { userActivation } = navigator as Partial<Pick<Navigator, 'userActivation'>>;
  return userActivation?.hasBeenActive;
}

function logFailure(error: unknown): void {
  console.info(`Notification sound: ${error instanceof Error ? error.message : String(error)}`);
}

/** Plays almost silently within a user activation, after which the browser allows sound (product 4.9). */
async function unlock(): Promise<void> {
  const sound = getPlayer();
  try {
    sound.volume = SOUND.probeVolume;
    await sound.play();
    // A message may have raised the volume meanwhile.
    if (sound.volume === SOUND.probeVolume) sound.pause();
  } catch (error) {
    logFailure(error);
  }
}

function recordInteraction(): void {
  hasInteracted = true;
  stopWatching();
  void unlock();
}

/** Watches for the first interaction; one from before this code loaded counts, too. Returns an unsubscribe function. */
export function startNotificationSound(): () => void {
  hasInteracted = hasBeenActive() ?? false;
  const handleInteraction = (event: Event) => {
    const isOnSwitch = event.target instanceof Element && event.target.closest('[data-sound-switch]') !== null;
    // A scripted click is no user activation.
    if (!isOnSwitch && hasBeenActive() !== false) recordInteraction();
  };
  for (const type of INTERACTIONS) document.addEventListener(type, handleInteraction, { capture: true, passive: true });
  stopWatching = () => INTERACTIONS.forEach((type) => document.removeEventListener(type, handleInteraction, { capture: true }));
  return stopWatching;
}

/** Toggles the sound, stores the choice, and confirms it (product 4.9). */
export function toggleNotificationSound(): void {
  if (!hasInteracted) {
    recordInteraction();
    toast.error('Please interact with the page first to enable sound');
    return;
  }
  const enabled = !notificationsStore.getState().soundEnabled;
  setSoundEnabled(enabled);
  if (readKey(STORAGE_KEYS.notificationSound) !== (enabled ? 'enabled' : 'disabled')) {
    notificationsStore.setState({ soundEnabled: !enabled });
    toast.error('Failed to toggle notification sound');
    return;
  }
  toast.success(enabled ? 'Notification sound enabled' : 'Notification sound disabled');
}

async function play(): Promise<boolean> {
  const sound = getPlayer();
  try {
    sound.volume = 1;
    sound.currentTime = 0;
    await sound.play();
    return true;
  } catch (error) {
    logFailure(error);
    return false;
  }
}

/** Plays the sound for a message in one tab, if it is on and the user has interacted. Failures are only logged. */
export async function playNotificationSound(messageId: string): Promise<void> {
  if (hasInteracted && notificationsStore.getState().soundEnabled) await runInOneTab(messageId, play);
}
