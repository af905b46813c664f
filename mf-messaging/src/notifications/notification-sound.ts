import { SOUND, STORAGE_KEYS } from '@solvent/contracts';
import { notificationsStore, readKey, setSoundEnabled } from '@solvent/store';
import { toast } from '@solvent/ui';
import { runInOneTab } from './run-in-one-tab.ts';

/** Marks the sound switch: pressing it is no interaction that came before it. */
export const SOUND_SWITCH_ATTRIBUTE = { 'data-sound-switch': '' } as const;

/** What counts as an interaction (product 4.9). */
const INTERACTIONS = ['click', 'touchstart', 'keydown'] as const;

let hasInteracted = false;
let audio: HTMLAudioElement | undefined;
let stopWatching = () => {};

/** A player whose file did not come refuses for good: the next try takes a new one, and asks for the file again. */
function getPlayer(): HTMLAudioElement {
  if (!audio || audio.error) audio = new Audio(SOUND.url);
  return audio;
}

/** Whether the browser itself has seen a person act on this page; undefined where it does not say. */
function hasBeenActive(): boolean | undefined {
  const { userActivation } = navigator as Partial<Pick<Navigator, 'userActivation'>>;
  return userActivation?.hasBeenActive;
}

function logFailure(error: unknown): void {
  console.info(`Notification sound: ${error instanceof Error ? error.message : String(error)}`);
}

/** A play that nobody hears, inside a person's own action: from then on the browser lets the page play (product 4.9). */
async function unlock(): Promise<void> {
  const sound = getPlayer();
  try {
    sound.volume = SOUND.probeVolume;
    await sound.play();
    // A message that came meanwhile plays aloud by now.
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

/**
 * Watches for the first click, touch or key. A person who acted before this code came has interacted too.
 *
 * @returns a function that stops watching
 */
export function startNotificationSound(): () => void {
  hasInteracted = hasBeenActive() ?? false;
  const handleInteraction = (event: Event) => {
    const isOnSwitch = event.target instanceof Element && event.target.closest('[data-sound-switch]') !== null;
    // A script's click is no interaction: it does not let the page play.
    if (!isOnSwitch && hasBeenActive() !== false) recordInteraction();
  };
  for (const type of INTERACTIONS) document.addEventListener(type, handleInteraction, { capture: true, passive: true });
  stopWatching = () => INTERACTIONS.forEach((type) => document.removeEventListener(type, handleInteraction, { capture: true }));
  return stopWatching;
}

/** Turns the sound on or off, keeps the choice, and says so (product 4.9). */
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

/** @returns whether it was played */
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

/** Plays the sound for a message if it is on and a person has interacted, in one tab only. A failed play is only logged. */
export async function playNotificationSound(messageId: string): Promise<void> {
  if (hasInteracted && notificationsStore.getState().soundEnabled) await runInOneTab(messageId, play);
}
