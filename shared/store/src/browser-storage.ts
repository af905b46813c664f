/** False on a server, which makes pages of the same code. */
export const isBrowser = typeof window !== 'undefined';

/** `local`: for all tabs, for good; `session`: for this tab. */
type Area = 'local' | 'session';

const storageOf = (area: Area) => (area === 'local' ? window.localStorage : window.sessionStorage);

/**
 * Reads a key of `localStorage`, or of `sessionStorage`; `null` where it is missing or storage is forbidden.
 */
export function readKey(key: string, area: Area = 'local'): string | null {
  try {
    return storageOf(area).getItem(key);
  } catch {
    return null;
  }
}

/**
 * Writes a key, or removes it with `null`. Where storage is full or forbidden the page goes on
 * with what it holds in memory: a person in a private window can still use the product.
 */
export function writeKey(key: string, value: string | null, area: Area = 'local'): void {
  try {
    if (value === null) storageOf(area).removeItem(key);
    else storageOf(area).setItem(key, value);
  } catch {
    console.warn(`Could not keep "${key}" in this browser.`);
  }
}

/**
 * Calls `listener` when another tab changes the key (`null`: removed, or all of storage cleared).
 *
 * @returns a function that stops listening
 */
export function onKeyChange(key: string, listener: (value: string | null) => void): () => void {
  if (!isBrowser) return () => undefined;
  const handle = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener(event.key === null ? null : event.newValue);
  };
  window.addEventListener('storage', handle);
  return () => window.removeEventListener('storage', handle);
}
