import { getErrorText } from '@solvent/http';
import { loadToasts } from './load-toasts.ts';

export type Kind = 'success' | 'error' | 'info';

/** What is behind a text that says a failure: a second line says what helps, or can be quoted (product 8.18 and 8.23). */
interface FailureDetails {
  /** The call that failed, or an error that it is the cause of. */
  cause?: unknown;
  /** What a person can quote where no call was the cause. */
  reference?: string | undefined;
}

/** What a toast has besides its text. */
export interface ToastExtras extends FailureDetails {
  /** A second line: a name, or what else tells it from others of the same text. */
  detail?: string | undefined;
  /** What a press on it does; it closes then. Without it the second line says what to do. */
  onPress?: () => void;
}

async function show(kind: Kind, text: string, extras?: ToastExtras): Promise<void> {
  try {
    const { showToast } = await loadToasts();
    showToast(kind, text, extras);
  } catch (error) {
    // The toasts' code could not be loaded: at least the console has the text.
    console.warn(`Not shown: ${text}`, error);
  }
}

/**
 * Tells a person that something happened, for 4 s (product 8.8). The same text twice is two toasts; only while it still waits
 * for its place it is not put there again, so that nobody comes back to a minute of one sentence. One with `onPress` is a button.
 */
export const toast = {
  success: (text: string) => void show('success', text),
  error: (text: string, details?: FailureDetails) => void show('error', text, details),
  /** What a call failed with: the server's sentence, else `fallback`. */
  failure: (cause: unknown, fallback: string) => void show('error', getErrorText(cause, fallback), { cause }),
  info: (text: string, extras?: ToastExtras) => void show('info', text, extras),
};
