/** False during server rendering. */
export const isBrowser = typeof window !== 'undefined';

type Area = 'local' | 'session';

const getStorage = (area: Area) => (area === 'local' ? window.localStorage : window.sessionStorage);

/** Returns a key's value; `null` if it is missing or storage is blocked. */
export function readKey(key: string, area: Area = 'local'): string | null {
  try {
    return getStorage(area).getItem(key);
  } catch {
    return null;
  }
}

/** Writes a key, or removes it with `null`. Warns if storage is full or blocked, as in private windows. */
export function writeKey(key: string, value: string | null, area: Area = 'local'): void {
  try {
    if (value === null) getStorage(area).removeItem(key);
    else getStorage(area).setItem(key, value);
  } catch {
    console.warn(`Could not store "${key}" in this browser.`);
  }
}

/** 400 days, the maximum in browsers. */
const COOKIE_MAX_AGE_S = 34_560_000;

/** Writes a cookie that the server reads with the next page, or removes it with `null`. */
export function writeCookie(name: string, value: string | null): void {
  const maxAge = value === null ? 0 : COOKIE_MAX_AGE_S;
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; path=/; max-age=${maxAge}; samesite=lax${secure}`;
}

/** @param previous null if the key is new, or if all of storage was cleared */
export type KeyListener = (value: string | null, previous: string | null) => void;

/** Calls `listener` when another tab changes the key; `null` if it was removed or storage was cleared. @returns unsubscribe */
export function onKeyChange(key: string, listener: KeyListener): () => void {
  if (!isBrowser) return () => undefined;
  const handle = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener(event.key === null ? null : event.newValue, event.oldValue);
  };
  window.addEventListener('storage', handle);
  return () => window.removeEventListener('storage', handle);
}
