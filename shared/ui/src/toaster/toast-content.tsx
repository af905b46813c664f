import type { ToastContentProps } from 'react-toastify/unstyled';
import type { ToastExtras } from './toast.ts';

/** Two lines; where a press on it does something, all of it is the button, but for the one that closes it. */
export const twoLines = (text: string, { detail, onPress }: ToastExtras) =>
  function TwoLines({ closeToast }: Pick<ToastContentProps, 'closeToast'>) {
    const lines = (
      <>
        <span>{text}</span>
        <span dir="auto" className="toast-detail">
          {detail}
        </span>
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
