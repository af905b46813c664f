import type { Conversation, ConversationEventsResponse, Participant } from '@solvent/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { isPageActive, onPageActivityChange } from '../../sync/page-activity.ts';
import type { useConversationEvents } from '../../sync/problems.ts';
import type { useOutbox } from '../../sync/use-outbox.ts';
import type { Thread } from '../../sync/use-thread.ts';
import type { OutboxActions } from '../message/outbox-footer.tsx';
import { NoMessages, ThreadFailure, ThreadSkeleton } from './list-states.tsx';
import { MessageList } from './message-list.tsx';
import { useShownMessages } from './use-shown-messages.ts';
import type { Target } from './use-shown-messages.ts';

/** Returns the read position at the time when the thread was opened, or when the user last returned to the page. */
function useNewMessagesSeq(readSeq: number): number {
  const [after, setAfter] = useState(readSeq);
  const updateOnReturn = useEffectEvent(() => {
    if (isPageActive()) setAfter(readSeq);
  });
  useEffect(() => onPageActivityChange(() => updateOnReturn()), []);
  return after;
}

type Ready = Extract<Thread, { status: 'ready' }>;

interface ThreadMessagesProps {
  conversation: Conversation;
  agreed: ConversationEventsResponse;
  self: Participant;
  other: Participant;
  outbox: ReturnType<typeof useOutbox> & OutboxActions;
  target: Target | undefined;
  onJump: (seq: number) => void;
}

function LoadedMessages({ thread, target, outbox, ...rest }: ThreadMessagesProps & { thread: Ready }) {
  const { conversation, self } = rest;
  const newAfter = useNewMessagesSeq(self.readSeq);
  const [hadUnread] = useState(conversation.unreadCount > 0);
  const { id, shown, error, retry, toLatest } = useShownMessages(conversation._id, thread, target);
  // Shows the latest messages when the user sends one.
  const entryCount = outbox.entries.length;
  const [previousEntryCount, setPreviousEntryCount] = useState(entryCount);
  if (entryCount !== previousEntryCount) {
    setPreviousEntryCount(entryCount);
    if (entryCount > previousEntryCount && shown?.hasNewer !== false) toLatest();
  }
  if (error) return <ThreadFailure error={error} onRetry={retry} />;
  if (!shown) return <ThreadSkeleton />;
  const first = shown.messages[0]?.seq ?? 1;
  return (
    <MessageList
      key={id}
      {...rest}
      outbox={outbox}
      shown={shown}
      target={target}
      newAfter={newAfter}
      isNewBeforeLoaded={hadUnread && shown.hasOlder && first > newAfter + 1}
      opensAtEnd={id !== 'latest'}
      onLatest={toLatest}
    />
  );
}

const NOTHING_AGREED: ConversationEventsResponse = { bid: null, events: [] };

interface AllMessagesProps extends Omit<ThreadMessagesProps, 'agreed'> {
  thread: Thread;
  events: ReturnType<typeof useConversationEvents>;
}

export function ThreadMessages({ thread, events, ...props }: AllMessagesProps) {
  const { data: agreed = NOTHING_AGREED, isLoading } = events;
  if (thread.status === 'pending') return <ThreadSkeleton />;
  if (thread.status === 'error') return <ThreadFailure error={thread.error} onRetry={thread.retry} />;
  const isEmpty = thread.log.messages.length === 0 && props.outbox.entries.length === 0;
  if (isEmpty && isLoading) return <ThreadSkeleton />;
  if (isEmpty && agreed.bid === null) return <NoMessages name={props.other.name} />;
  return <LoadedMessages {...props} agreed={agreed} thread={thread} />;
}
