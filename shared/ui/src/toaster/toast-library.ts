/** A chunk of its own, since first screens show no toasts. Access it through `loadToasts`. */
export { CopyReference } from '../copy-reference.tsx';
export { showToast } from './show-toast.tsx';
export { ToastArea } from './toast-container.tsx';
