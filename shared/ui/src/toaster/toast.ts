import { TOAST } from '@solvent/contracts';
import { failureText, isUnanswered, NO_CONNECTION, referenceOf } from '@solvent/http';
import { loadToasts } from './load-toasts.ts';

type Kind = 'success' | 'error' | 'info';

/** Errors interrupt a screen reader, everything else waits. */
const ROLES = { success: 'status', error: 'alert', info: 'status' } as const;

let standing = 0;
/** Texts that will show once one of those that stand has closed. */
const waiting = new Set<string>();

/** What a toast has besides its text. */
export interface ToastExtras {
  /** A second line: a name, or what else tells it from others of the same text. */
  detail: string;
  /** What a press on it does; it closes then. Without it the second line says what to do. */
  onPress?: () => void;
}

async function show(kind: Kind, text: string, extras?: ToastExtras): Promise<void> {
  try {
    const { toastify, contentOf } = await loadToasts();
    const key = extras ? `${text}\n${extras.detail}` : text;
    if (standing >= TOAST.limit) {
      if (waiting.has(key)) return;
      waiting.add(key);
    }
    const onOpen = () => {
      standing += 1;
      waiting.delete(key);
    };
    const onClose = () => (standing -= 1);
    toastify[kind](extras ? contentOf(text, extras) : text, { role: ROLES[kind], onOpen, onClose });
  } catch (error) {
    // The toasts' code could not be loaded: at least the console has the text.
    console.warn(`Not shown: ${text}`, error);
  }
}

/** Without an answer what to do; where the server failed what to quote. */
function detailOf(error: unknown): string | undefined {
  if (isUnanswered(error)) return NO_CONNECTION;
  const reference = referenceOf(error);
  return reference && `Reference ${reference}`;
}

function showFailure(error: unknown, fallback: string): void {
  const detail = detailOf(error);
  void show('error', failureText(error, fallback), detail === undefined ? undefined : { detail });
}

/**
 * Tells a person that something happened, for 4 s (product 8.8). The same text twice is two toasts; only while it still waits
 * for its place it is not put there again, so that nobody comes back to a minute of one sentence. One with extras is a button.
 */
export const toast = {
  success: (text: string) => void show('success', text),
  error: (text: string) => void show('error', text),
  /** What a call failed with: the server's sentence, else `fallback`, and a second line ({@link detailOf}; product 8.18 and 8.23). */
  failure: showFailure,
  info: (text: string, extras?: ToastExtras) => void show('info', text, extras),
};
