const NAME_MAX = 80;
const EXTENSION_MAX = 10;

/**
 * A name fit to be shown and stored: no folders, no control characters or tricks of direction.
 * @returns what stands before the last dot (`fallback` if nothing does), and the extension in lower case
 */
export function cleanName(sent: string, fallback: string): { base: string; extension: string } {
  const file = (sent.split(/[/\\]/).at(-1) ?? '').replaceAll(/[\p{C}<>:"|?*]/gu, '');
  const dot = file.lastIndexOf('.');
  const base = (dot === -1 ? file : file.slice(0, dot)).slice(0, NAME_MAX).trim();
  const extension = dot === -1 ? '' : file.slice(dot + 1).toLowerCase();
  return { base: base || fallback, extension: extension.slice(0, EXTENSION_MAX) };
}
