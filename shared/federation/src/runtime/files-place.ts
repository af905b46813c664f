/** The path of a file that is named by its content: below the page's own origin, or below another place that serves the same files. */
const FILE = /\/(?:shell|remotes\/[\w-]+)\/files\/[^/?#]+(?=[?#]|$)/;

/** Where the shell's first script came from, if not from the page's own origin; ends without `/`. */
let place: string | undefined;

/** A script from there did not come in time: whatever is asked for after it would not either. */
let isSilent = false;

/**
 * Takes the files of all builds from where the shell's first script came from: the page names that place there, and nowhere else
 * (docs/decisions/0073-files-from-another-origin.md).
 *
 * @param own the shell's script
 */
export function setFilesLocation(own: HTMLScriptElement): void {
  const path = FILE.exec(own.src)?.[0];
  const found = path === undefined ? undefined : own.src.slice(0, own.src.indexOf(path));
  place = found === new URL(own.ownerDocument.baseURI).origin ? undefined : found;
  isSilent = false;
}

/** Of a file of this site: where the page asks for it first. Anything else stays as it is. */
export const getFileUrl = (path: string): string => (place !== undefined && FILE.exec(path)?.[0] === path ? place + path : path);

/** The same file's address on the page's own origin, which has all of them; undefined where it is from no other place. */
export const getOwnUrl = (address: string): string | undefined =>
  place !== undefined && address.startsWith(`${place}/`) ? FILE.exec(address)?.[0] : undefined;

/** Where to ask for a file, one after the other. */
export function getFileUrls(address: string): [first: string, ...others: string[]] {
  const own = getOwnUrl(address);
  if (own === undefined) return [address];
  return isSilent ? [own] : [address, own];
}

/** Something did not come in time: so long is waited for that place once. */
export function reportTimeout(address: string): void {
  isSilent ||= getOwnUrl(address) !== undefined;
}
