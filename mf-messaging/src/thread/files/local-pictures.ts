/** So many pictures sent from this tab are shown from it; then the oldest make room. */
const KEPT = 40;

/** Addresses of pictures that wait, by message and place in it. */
const urls = new Map<string, string>();

const keyOf = (clientId: string, index: number): string => `${clientId}:${index}`;

function makeRoom(): void {
  for (const [key, url] of urls) {
    if (urls.size < KEPT) return;
    URL.revokeObjectURL(url);
    urls.delete(key);
  }
}

/** The address of a picture that waits with its message; the same one each time. */
export function localUrl(clientId: string, index: number, content: Blob): string {
  const key = keyOf(clientId, index);
  const known = urls.get(key);
  if (known) return known;
  makeRoom();
  const url = URL.createObjectURL(content);
  urls.set(key, url);
  return url;
}

/** Where a picture of a message that was sent from this tab is; once stored, it is still shown from here, and does not blink. */
export const ownPicture = (clientId: string, index: number): string | undefined => urls.get(keyOf(clientId, index));
