/** Where toasts stand, above what is open: who closes one of them does not leave a dialog by that, and what they typed there stays. */
export const toastArea = (): Element | null => document.querySelector('.Toastify');
