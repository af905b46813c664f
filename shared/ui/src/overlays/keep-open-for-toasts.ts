interface OutsideEvent {
  detail: { target: EventTarget };
  preventDefault: () => void;
}

/** Toasts stand above what is open: who closes one of them does not leave a dialog by that, and what they typed there stays. */
export function keepOpenForToasts(event: OutsideEvent): void {
  const { target } = event.detail;
  if (target instanceof Element && target.closest('.Toastify')) event.preventDefault();
}
