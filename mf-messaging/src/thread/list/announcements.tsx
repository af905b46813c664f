import { cutText } from '@solvent/contracts';
import type { Message } from '@solvent/contracts';
import type { OutboxEntry } from '@solvent/chat';
import { formatCount } from '@solvent/kit';
import { VisuallyHidden } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';

/** Bursts of messages make one announcement. */
const BATCH_MS = 1000;
const MAX_ANNOUNCED_CHARACTERS = 140;

function formatAnnouncement(messages: readonly Message[]): string {
  const [first] = messages;
  if (messages.length !== 1 || !first) return `${messages.length} new messages`;
  const text = first.content || formatCount(first.files.length, 'file');
  return `${first.sender.name}: ${cutText(text, MAX_ANNOUNCED_CHARACTERS)}`;
}

function findReceivedAfter(messages: readonly Message[], seq: number, userId: string): Message[] {
  const from = messages.findLastIndex((message) => message.seq <= seq) + 1;
  return messages.slice(from).filter(({ sender, deletedAt }) => sender._id !== userId && !deletedAt);
}

const findFailed = (entries: readonly OutboxEntry[]) => entries.filter(({ state }) => state === 'failed');

function useAnnouncements(messages: readonly Message[], entries: readonly OutboxEntry[], userId: string): string {
  const [text, setText] = useState('');
  const lastSeq = messages.at(-1)?.seq ?? 0;
  const announcedSeq = useRef(lastSeq);
  const failed = findFailed(entries);
  const failedBefore = useRef(failed.length);

  useEffect(() => {
    if (lastSeq <= announcedSeq.current) return;
    const timer = setTimeout(() => {
      const received = findReceivedAfter(messages, announcedSeq.current, userId);
      announcedSeq.current = lastSeq;
      if (received.length > 0) setText(formatAnnouncement(received));
    }, BATCH_MS);
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

export function Component({ messages, entries, userId }: AnnouncementsProps) {
  return <VisuallyHidden role="status">{useAnnouncements(messages, entries, userId)}</VisuallyHidden>;
}
