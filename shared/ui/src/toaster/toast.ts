import { loadToasts } from './load-toasts.ts';

type Kind = 'success' | 'error' | 'info';

/** Errors interrupt a screen reader, everything else waits. */
const ROLES = { success: 'status', error: 'alert', info: 'status' } as const;

async function show(kind: Kind, text: string): Promise<void> {
  try {
    const { toastify } = await loadToasts();
    toastify[kind](text, { toastId: text, role: ROLES[kind] });
  } catch (error) {
    // The code of the toasts did not come: what could be said is at least on record.
    console.warn(`Not shown: ${text}`, error);
  }
}

/**
 * Tells a person that something happened. The text is its own id: saying the same thing twice shows it once.
 */
export const toast = {
  success: (text: string) => void show('success', text),
  error: (text: string) => void show('error', text),
  info: (text: string) => void show('info', text),
};
