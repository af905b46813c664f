import { CHAT } from './limits.ts';
import { summarise } from './rules/summary.ts';

/** Of a message that is nothing but code or a table, the code, or the words of its cells. */
const withoutFences = (content: string) =>
  content
    .slice(0, 4 * CHAT.previewMax)
    .replaceAll(/^(```|~~~).*$/gm, ' ')
    .replaceAll(/^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+[ \t:-]*$/gm, ' ')
    .replaceAll(/^[ \t]*\||\|[ \t]*$/gm, ' ')
    .replaceAll(/ \| /g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, CHAT.previewMax)
    // A character beyond U+FFFF must not be cut in half.
    .replace(/[\uD800-\uDBFF]$/, '');

/** A message's text as one line of plain text, at most `CHAT.previewMax` characters; empty for files alone. */
export const getMessagePreview = (content: string): string => summarise(content, CHAT.previewMax) || withoutFences(content);

/** What one is told of a message: its text as one line; files alone are named. */
export function getMessageSummary(content: string, fileCount: number): string {
  const text = getMessagePreview(content);
  if (text !== '') return text;
  return fileCount === 1 ? 'Sent a file' : `Sent ${fileCount} files`;
}
