import { TOAST } from '@solvent/contracts';
import { isNetworkError, getReference } from '@solvent/http';
import { toast as toastify } from 'react-toastify/unstyled';
import type { ToastContentProps } from 'react-toastify/unstyled';
import { CopyReference } from '../copy-reference.tsx';
import { ReferenceLine } from '../reference-line.tsx';
import type { Kind, ToastExtras } from './toast.ts';

/** Only errors interrupt screen readers. */
const ROLES = { success: 'status', error: 'alert', info: 'status' } as const;

let visibleCount = 0;
const queuedKeys = new Set<string>();

const UNREACHABLE = "Solvent can't be reached.";

/** Explains a lost connection, or has a server error's reference (product 8.18, 8.23). */
function getDetails(text: string, { detail, cause, reference = getReference(cause) }: ToastExtras) {
  if (!isNetworkError(cause)) return { detail, reference };
  return { detail: text.endsWith('try again.') ? UNREACHABLE : `${UNREACHABLE} Try again when you're back online.`, reference };
}

/** With `onPress`, the whole toast except its close button is a button. */
const createToastContent = (text: string, { detail, reference, onPress }: ToastExtras) =>
  function ToastContent({ closeToast }: Pick<ToastContentProps, 'closeToast'>) {
    const lines = (
      <>
        <span>{text}</span>
        {detail === undefined ? null : (
          <span dir="auto" className="toast-detail">
            {detail}
          </span>
        )}
        <ReferenceLine of={reference} button={CopyReference} />
      </>
    );
    if (onPress === undefined) return <div className="toast-lines">{lines}</div>;
    const handleClick = () => {
      closeToast();
      // The toast is removed with the focus.
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
      onPress();
    };
    return (
      <button type="button" className="toast-action" onClick={handleClick}>
        {lines}
      </button>
    );
  };

/** Returns a function that closes the toast. */
export function showToast(kind: Kind, text: string, extras: ToastExtras = {}): (() => void) | undefined {
  const { detail, reference } = getDetails(text, extras);
  const hasMore = detail !== undefined || reference !== undefined;
  const key = [text, detail, reference].join('\n');
  if (visibleCount >= TOAST.limit) {
    if (queuedKeys.has(key)) return undefined;
    queuedKeys.add(key);
  }
  const onOpen = () => {
    visibleCount += 1;
    queuedKeys.delete(key);
  };
  const onClose = () => (visibleCount -= 1);
  const content = hasMore ? createToastContent(text, { ...extras, detail, reference }) : text;
  const id = toastify[kind](content, { role: ROLES[kind], onOpen, onClose });
  return () => toastify.dismiss(id);
}
