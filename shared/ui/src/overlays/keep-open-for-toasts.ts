interface OutsideEvent {
  detail: { target: EventTarget };
  preventDefault: () => void;
}

export function keepOpenForToasts(event: OutsideEvent): void {
  const { target } = event.detail;
  if (target instanceof Element && target.closest('.Toastify')) event.preventDefault();
}
