/** Room under what became of an upload: for the buttons that follow it, and a phone's tabs under them. */
export const STAYS_ABOVE_BUTTONS = { base: '180px', md: '80px' };

/** Brings it into view with the buttons under it. Gives nothing: newer browsers answer with a promise, which is no clean-up. */
export function scrollToOutcome(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
