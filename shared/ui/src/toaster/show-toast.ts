import { TOAST } from '@solvent/contracts';
import { isNetworkError, NO_CONNECTION, getReference } from '@solvent/http';
import { toast as toastify } from 'react-toastify/unstyled';
import type { Kind, ToastExtras } from './toast.ts';
import { twoLines } from './toast-content.tsx';

/** Errors interrupt a screen reader, everything else waits. */
const ROLES = { success: 'status', error: 'alert', info: 'status' } as const;

let standing = 0;
/** Texts that will show once one of those that stand has closed. */
const waiting = new Set<string>();

/** The second line of a failure: without an answer what to do, where the server failed what to quote (product 8.18 and 8.23). */
function secondLine({ detail, cause, reference = getReference(cause) }: ToastExtras) {
  return { detail: isNetworkError(cause) ? NO_CONNECTION : detail, reference };
}

/** Shows a toast, or lets it wait for its place. */
export function showToast(kind: Kind, text: string, extras: ToastExtras = {}): void {
  const { detail, reference } = secondLine(extras);
  const hasMore = detail !== undefined || reference !== undefined;
  const key = [text, detail, reference].join('\n');
  if (standing >= TOAST.limit) {
    if (waiting.has(key)) return;
    waiting.add(key);
  }
  const onOpen = () => {
    standing += 1;
    waiting.delete(key);
  };
  const onClose = () => (standing -= 1);
  const content = hasMore ? twoLines(text, { ...extras, detail, reference }) : text;
  toastify[kind](content, { role: ROLES[kind], onOpen, onClose });
}
