/** Path of a content-hashed file on any origin. */
const FILE = /\/(?:shell|remotes\/[\w-]+)\/files\/[^/?#]+(?=[?#]|$)/;

/** Origin and path prefix of the shell's script, without trailing `/`; undefined for the page's own origin. */
let filesLocation: string | undefined;

let hasTimedOut = false;

/** Loads all builds from the location of the shell's script (decision 0073). @param own the shell's script */
export function setFilesLocation(ownUrl: HTMLScriptElement): void {
  const path = FILE.exec(ownUrl.src)?.[0];
  const found = path === undefined ? undefined : ownUrl.src.slice(0, ownUrl.src.indexOf(path));
  filesLocation = found === new URL(ownUrl.ownerDocument.baseURI).origin ? undefined : found;
  hasTimedOut = false;
}

/** Returns the first URL to try. */
export const getFileUrl = (path: string): string =>
  filesLocation !== undefined && FILE.exec(path)?.[0] === path ? filesLocation + path : path;

/** Returns the URL on the page's own origin, if the file is on another one. */
export const getUrlOnPageOrigin = (address: string): string | undefined =>
  filesLocation !== undefined && address.startsWith(`${filesLocation}/`) ? FILE.exec(address)?.[0] : undefined;

export function getFileUrls(address: string): [first: string, ...others: string[]] {
  const ownUrl = getUrlOnPageOrigin(address);
  if (ownUrl === undefined) return [address];
  return hasTimedOut ? [ownUrl] : [address, ownUrl];
}

/** Skips the other origin from now on. */
export function reportTimeout(address: string): void {
  hasTimedOut ||= getUrlOnPageOrigin(address) !== undefined;
}
