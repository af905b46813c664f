import { toast } from 'react-toastify/unstyled';
import { twoLines } from './toast-content.tsx';

export { ToastArea } from './toast-container.tsx';

/**
 * What shows toasts, in a file of its own: a first page says nothing yet.
 *
 * @public taken from what `loadToasts` answers
 */
export const toastify = toast;

/**
 * A toast's content where it has a second line.
 *
 * @public taken from what `loadToasts` answers
 */
export const contentOf = twoLines;
