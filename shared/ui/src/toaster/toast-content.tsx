import type { ToastContentProps } from 'react-toastify/unstyled';
import { CopyReference } from '../copy-reference.tsx';
import { ReferenceLine } from '../reference-line.tsx';
import type { ToastExtras } from './toast.ts';

/** With `onPress`, the whole toast except its close button is a button. */
export const createTwoLines = (text: string, { detail, reference, onPress }: ToastExtras) =>
  function TwoLines({ closeToast }: Pick<ToastContentProps, 'closeToast'>) {
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
    const press = () => {
      closeToast();
      onPress();
    };
    return (
      <button type="button" className="toast-action" onClick={press}>
        {lines}
      </button>
    );
  };
