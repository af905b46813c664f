/** What shows toasts, in a file of its own: a first page says nothing yet. Its exports are taken from what `loadToasts` answers. */
export { CopyReference } from '../copy-reference.tsx';
export { showToast } from './show-toast.ts';
export { ToastArea } from './toast-container.tsx';
