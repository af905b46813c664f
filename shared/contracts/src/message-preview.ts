import { cutText } from './characters.ts';
import { CHAT } from './limits.ts';
import { summarize } from './rules/summary.ts';

/** UTF-16 units to process: few enough for the backtracking patterns below. */
const INPUT_MAX = 4 * CHAT.previewMax;

/** Returns the code or the cells of a message that consists only of code or a table. */
const stripFences = (content: string) => {
  const line = cutText(content, INPUT_MAX, INPUT_MAX)
    .replaceAll(/^(```|~~~).*$/gm, ' ')
    .replaceAll(/^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+[ \t:-]*$/gm, ' ')
    .replaceAll(/^[ \t]*\||\|[ \t]*$/gm, ' ')
    .replaceAll(/ \| /g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return cutText(line, CHAT.previewMax);
};

/** Returns a message's text as one line of plain text, at most `max` characters; empty without text. */
export const getMessagePreview = (content: string, max: number = CHAT.previewMax): string =>
  summarize(content, max) || stripFences(content);

/** Shown instead of a deleted message (product 4.34). */
export const MESSAGE_DELETED = 'Message deleted';

/** Like {@link getMessagePreview}, but only a deleted message has neither text nor files. */
export const getLastMessageText = (content: string, fileCount: number): string =>
  content === '' && fileCount === 0 ? MESSAGE_DELETED : getMessagePreview(content);

export function getMessageSummary(content: string, fileCount: number): string {
  const text = getLastMessageText(content, fileCount);
  if (text !== '') return text;
  return fileCount === 1 ? 'Sent a file' : `Sent ${fileCount} files`;
}
