import type { ToastContentProps } from 'react-toastify/unstyled';
import type { ToastExtras } from './toast.ts';

/** A toast that leads somewhere: all of it is the button, but for the one that closes it. */
export const toastAction = (text: string, { detail, onPress }: ToastExtras) =>
  function ToastAction({ closeToast }: Pick<ToastContentProps, 'closeToast'>) {
    const press = () => {
      closeToast();
      onPress();
    };
    return (
      <button type="button" className="toast-action" onClick={press}>
        <span>{text}</span>
        <span dir="auto" className="toast-detail">
          {detail}
        </span>
      </button>
    );
  };
