/** What shows toasts, in a file of its own: a first page says nothing yet. */
export { toast as toastify } from 'react-toastify/unstyled';
export { ToastArea } from './toast-container.tsx';
