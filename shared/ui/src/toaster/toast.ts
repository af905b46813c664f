import { TOAST } from '@solvent/contracts';
import { failureText, isUnanswered, NO_CONNECTION } from '@solvent/http';
import { createElement } from 'react';
import { loadToasts } from './load-toasts.ts';

type Kind = 'success' | 'error' | 'info';

/** Errors interrupt a screen reader, everything else waits. */
const ROLES = { success: 'status', error: 'alert', info: 'status' } as const;

/** A sentence, and in a line of its own what to do about it. */
const withMore = (text: string, more: string) =>
  createElement('div', undefined, createElement('div', undefined, text), createElement('div', { className: 'toast-more' }, more));

let standing = 0;
/** Texts that will show once one of those that stand has closed. */
const waiting = new Set<string>();

async function show(kind: Kind, text: string, more?: string): Promise<void> {
  try {
    const { toastify } = await loadToasts();
    if (standing >= TOAST.limit) {
      if (waiting.has(text)) return;
      waiting.add(text);
    }
    const onOpen = () => {
      standing += 1;
      waiting.delete(text);
    };
    const onClose = () => (standing -= 1);
    toastify[kind](more === undefined ? text : withMore(text, more), { role: ROLES[kind], onOpen, onClose });
  } catch (error) {
    // The toasts' code could not be loaded: at least the console has the text.
    console.warn(`Not shown: ${text}`, error);
  }
}

/**
 * Tells a person that something happened, for 4 s (product 8.8). The same text twice is two toasts; only while it still waits
 * for its place it is not put there again, so that nobody comes back to a minute of one sentence.
 */
export const toast = {
  success: (text: string) => void show('success', text),
  error: (text: string) => void show('error', text),
  /** What a call failed with: the server's sentence, else `fallback`, and without any answer what to do, too (product 8.18). */
  failure: (error: unknown, fallback: string) =>
    void show('error', failureText(error, fallback), isUnanswered(error) ? NO_CONNECTION : undefined),
  info: (text: string) => void show('info', text),
};
