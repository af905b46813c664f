import { getErrorText } from '@solvent/http';
import { loadToasts } from './load-toasts.ts';

export type Kind = 'success' | 'error' | 'info';

/** Details of a failure (product 8.18, 8.23). */
interface FailureDetails {
  cause?: unknown;
  /** A reference to quote if there is no `cause`. */
  reference?: string | undefined;
}

export interface ToastExtras extends FailureDetails {
  detail?: string | undefined;
  /** Called on a click, which closes the toast. */
  onPress?: () => void;
}

interface ShownToast {
  text: string;
  close?: (() => void) | undefined;
}

/** Toasts by what caused them, for forms that repeat and close them. */
const toastsByCause = new WeakMap<object, ShownToast>();

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the toast that reported a failure. */
export const findToast = (cause: unknown): ShownToast | undefined => (isObject(cause) ? toastsByCause.get(cause) : undefined);

async function show(kind: Kind, text: string, extras?: ToastExtras): Promise<void> {
  const shown: ShownToast = { text };
  if (isObject(extras?.cause)) toastsByCause.set(extras.cause, shown);
  try {
    const { showToast } = await loadToasts();
    shown.close = showToast(kind, text, extras);
  } catch (error) {
    // At least the console shows the text.
    console.warn(`Not shown: ${text}`, error);
  }
}

/** Shows a toast for 4 s (product 8.8). Repeated texts are shown again, but queued only once. */
export const toast = {
  success: (text: string) => void show('success', text),
  error: (text: string, details?: FailureDetails) => void show('error', text, details),
  failure: (cause: unknown, fallback: string) => void show('error', getErrorText(cause, fallback), { cause }),
  info: (text: string, extras?: ToastExtras) => void show('info', text, extras),
};
