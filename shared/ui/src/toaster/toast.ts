import { toast as toastify } from 'react-toastify/unstyled';

/**
 * Tells a person that something happened. The text is its own id: saying the same thing twice shows it once.
 */
export const toast = {
  success: (text: string) => toastify.success(text, { toastId: text, role: 'status' }),
  error: (text: string) => toastify.error(text, { toastId: text, role: 'alert' }),
  info: (text: string) => toastify.info(text, { toastId: text, role: 'status' }),
};
