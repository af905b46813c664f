import type { Message } from '@solvent/contracts';
import type { OutboxEntry } from '@solvent/chat';
import { formatCount } from '@solvent/kit';
import { VisuallyHidden } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';

/** What comes within this time (ms) is one announcement: a burst is no flood of words. */
const GATHER = 1000;
/** Characters of a message that are read out; the rest is there to be read. */
const READ_OUT = 140;

function textOf(messages: readonly Message[]): string {
  const [first] = messages;
  if (messages.length !== 1 || !first) return `${messages.length} new messages`;
  const text = first.content || formatCount(first.files.length, 'file');
  return `${first.sender.name}: ${text.slice(0, READ_OUT)}`;
}

/** Messages of the other one after a `seq` of the conversation. */
function cameAfter(messages: readonly Message[], seq: number, userId: string): Message[] {
  const from = messages.findLastIndex((message) => message.seq <= seq) + 1;
  return messages.slice(from).filter(({ sender }) => sender._id !== userId);
}

const failuresOf = (entries: readonly OutboxEntry[]) => entries.filter(({ state }) => state === 'failed');

function useAnnouncements(messages: readonly Message[], entries: readonly OutboxEntry[], userId: string): string {
  const [text, setText] = useState('');
  const lastSeq = messages.at(-1)?.seq ?? 0;
  const told = useRef(lastSeq);
  const failed = failuresOf(entries);
  const failedBefore = useRef(failed.length);

  useEffect(() => {
    if (lastSeq <= told.current) return;
    const timer = setTimeout(() => {
      const came = cameAfter(messages, told.current, userId);
      told.current = lastSeq;
      if (came.length > 0) setText(textOf(came));
    }, GATHER);
    return () => clearTimeout(timer);
  }, [lastSeq, messages, userId]);

  useEffect(() => {
    if (failed.length > failedBefore.current) setText(`Not sent. ${failed.at(-1)?.failure?.message ?? ''}`);
    failedBefore.current = failed.length;
  }, [failed]);

  return text;
}

interface AnnouncementsProps {
  messages: readonly Message[];
  entries: readonly OutboxEntry[];
  userId: string;
}

/**
 * What a screen reader is told, politely: messages that come while the conversation is open, and own ones that the server
 * will not have.
 */
export function Component({ messages, entries, userId }: AnnouncementsProps) {
  return <VisuallyHidden role="status">{useAnnouncements(messages, entries, userId)}</VisuallyHidden>;
}
