import type { PersonSummary } from '@solvent/contracts';
import { Stack } from '@solvent/ui';
import { Markdown, PlainText } from '@solvent/ui/markdown';
import { memo } from 'react';
import { MessageFiles } from '../files/message-files.tsx';
import { entryFiles, storedFiles } from '../files/shown-file.ts';
import type { EntryRow, MessageRow } from '../rows/rows.ts';
import { Bubble } from './bubble.tsx';
import { EntryFooter } from './entry-footer.tsx';
import type { OutboxActions } from './entry-footer.tsx';

/** Signs that markdown, or an address, may stand in a text: few messages have any, and the others need nothing that reads them. */
const MARKS = /[\\`*_[\]<>#&~|]|:\/\/|mailto:|^[ \t]*(?:[-+]|\d+[.)])(?:\s|$)|^[ \t]*[-=]+\s*$|^(?: {4}|\t)|\n\s*\n/m;

/** What somebody wrote. */
const MessageText = memo(function MessageText({ text }: { text: string }) {
  return MARKS.test(text) ? <Markdown compact text={text} headingsFrom={4} /> : <PlainText>{text}</PlainText>;
});

interface MessageItemProps {
  row: MessageRow | EntryRow;
  /** Oneself: writes what waits. */
  self: PersonSummary;
  /** Whether the other one has read it. */
  isRead: boolean;
  outbox: OutboxActions;
}

const stateOf = (row: MessageRow | EntryRow, isRead: boolean) => {
  if (row.kind === 'entry') return row.waiting;
  return isRead ? 'read' : 'sent';
};

/** Stored messages stay as they are; those that wait are drawn anew whenever the outbox says something. */
function isSame(before: MessageItemProps, after: MessageItemProps): boolean {
  if (before.row.kind !== 'message' || after.row.kind !== 'message') return false;
  const sameRow = before.row.message === after.row.message && before.row.startsGroup === after.row.startsGroup;
  return sameRow && before.isRead === after.isRead;
}

/** A message, before and after it is stored: the same element, so that nothing moves in between. */
export const MessageItem = memo(function MessageItem({ row, self, isRead, outbox }: MessageItemProps) {
  const { time, isOwn, startsGroup } = row;
  const isStored = row.kind === 'message';
  const { content } = isStored ? row.message : row.entry;
  const files = isStored ? storedFiles(row.message) : entryFiles(row.entry);
  return (
    <Bubble
      sender={isStored ? row.message.sender : self}
      time={time}
      isOwn={isOwn}
      startsGroup={startsGroup}
      state={isOwn ? stateOf(row, isRead) : undefined}
      footer={isStored ? null : <EntryFooter row={row} outbox={outbox} />}
    >
      <Stack gap="2" py="0.5">
        {content ? <MessageText text={content} /> : null}
        {files.length > 0 ? <MessageFiles files={files} /> : null}
      </Stack>
    </Bubble>
  );
}, isSame);
