/** Goes to an address by a full page load, so that the server makes the page anew; to this page's own address, too. */
export function loadAddress(address: string): void {
  // The own address with a fragment would only scroll there.
  if (new URL(address, location.href).href === location.href) location.reload();
  else location.assign(address);
}
