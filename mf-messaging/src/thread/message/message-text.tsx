import { Markdown, PlainText } from '@solvent/ui/markdown';
import { memo } from 'react';

/** Signs that markdown, or an address, may stand in a text: few messages have any, and the others need nothing that reads them. */
const MARKS = /[\\`*_[\]<>#&~|]|:\/\/|^[ \t]*(?:[-+]|\d+[.)])(?:\s|$)|^[ \t]*[-=]+\s*$|^(?: {4}|\t)|\n\s*\n/m;

/** What somebody wrote. */
export const MessageText = memo(function MessageText({ text }: { text: string }) {
  return MARKS.test(text) ? <Markdown compact text={text} headingsFrom={4} /> : <PlainText>{text}</PlainText>;
});
