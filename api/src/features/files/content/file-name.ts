const NAME_MAX = 80;
const EXTENSION_MAX = 10;

/** At most so long; a character beyond U+FFFF is not cut in half. */
const clip = (text: string, most: number) => text.slice(0, most).replace(/\p{Cs}$/u, '');

/**
 * A name fit to be shown and stored: no folders, no control characters or tricks of direction.
 * @returns what stands before the last dot (`fallback` if nothing does), and the extension in lower case
 */
export function cleanName(sent: string, fallback: string): { base: string; extension: string } {
  const file = (sent.split(/[/\\]/).at(-1) ?? '').replaceAll(/[\p{C}<>:"|?*]/gu, '');
  const dot = file.lastIndexOf('.');
  const base = dot === -1 ? file : file.slice(0, dot);
  const extension = dot === -1 ? '' : file.slice(dot + 1).toLowerCase();
  return { base: clip(base, NAME_MAX).trim() || fallback, extension: clip(extension, EXTENSION_MAX) };
}
