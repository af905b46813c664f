/** Path of a content-hashed file on any origin. */
const FILE = /\/(?:shell|remotes\/[\w-]+)\/files\/[^/?#]+(?=[?#]|$)/;

/** Origin and path prefix of the shell's script, without trailing `/`; undefined for the page's own origin. */
let filesLocation: string | undefined;

let isSilent = false;

/** Loads all builds from the location of the shell's script (decision 0073). @param own the shell's script */
export function setFilesLocation(own: HTMLScriptElement): void {
  const path = FILE.exec(own.src)?.[0];
  const found = path === undefined ? undefined : own.src.slice(0, own.src.indexOf(path));
  filesLocation = found === new URL(own.ownerDocument.baseURI).origin ? undefined : found;
  isSilent = false;
}

/** Returns the first URL to try. */
export const getFileUrl = (path: string): string =>
  filesLocation !== undefined && FILE.exec(path)?.[0] === path ? filesLocation + path : path;

/** Returns the URL on the page's own origin, if the file is on another one. */
export const getOwnUrl = (address: string): string | undefined =>
  filesLocation !== undefined && address.startsWith(`${filesLocation}/`) ? FILE.exec(address)?.[0] : undefined;

export function getFileUrls(address: string): [first: string, ...others: string[]] {
  const own = getOwnUrl(address);
  if (own === undefined) return [address];
  return isSilent ? [own] : [address, own];
}

/** Skips the other origin from now on. */
export function reportTimeout(address: string): void {
  isSilent ||= getOwnUrl(address) !== undefined;
}
