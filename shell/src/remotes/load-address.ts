/** Navigates with a full page load, also to the current address. */
export function loadAddress(address: string): void {
  // With a fragment, `assign` would only scroll.
  if (new URL(address, location.href).href === location.href) location.reload();
  else location.assign(address);
}
