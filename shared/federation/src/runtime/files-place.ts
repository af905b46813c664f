/** The path of a file named by content, on any origin. */
const FILE = /\/(?:shell|remotes\/[\w-]+)\/files\/[^/?#]+(?=[?#]|$)/;

/** Origin and path prefix of the shell's first script, without a trailing `/`; undefined for the page's own origin. */
let place: string | undefined;

/** A script from there timed out, so later requests skip it. */
let isSilent = false;

/**
 * Loads the files of all builds from the location of the shell's first script
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

/** Returns the first address of a file of this site, and any other address unchanged. */
export const getFileUrl = (path: string): string => (place !== undefined && FILE.exec(path)?.[0] === path ? place + path : path);

/** Returns the file's address on the page's own origin; undefined if the address is not on another one. */
export const getOwnUrl = (address: string): string | undefined =>
  place !== undefined && address.startsWith(`${place}/`) ? FILE.exec(address)?.[0] : undefined;

/** Returns the addresses of a file in the order of tries. */
export function getFileUrls(address: string): [first: string, ...others: string[]] {
  const own = getOwnUrl(address);
  if (own === undefined) return [address];
  return isSilent ? [own] : [address, own];
}

/** Records a timeout, so that the other origin is skipped. */
export function reportTimeout(address: string): void {
  isSilent ||= getOwnUrl(address) !== undefined;
}
