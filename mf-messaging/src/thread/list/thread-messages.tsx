import type { Conversation, Participant } from '@solvent/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { hasAttention, onAttentionChange } from '../../sync/page-activity.ts';
import type { useOutbox } from '../../sync/use-outbox.ts';
import { useThread } from '../../sync/use-thread.ts';
import type { OutboxActions } from '../message/outbox-footer.tsx';
import { NoMessages, ThreadFailure, ThreadSkeleton } from './list-states.tsx';
import { MessageList } from './message-list.tsx';
import { useView } from './use-shown-messages.ts';
import type { Target } from './use-shown-messages.ts';

/**
 * Where the "New messages" line stands: after what one had read when the conversation was opened, or, after a time away from
 * the page, when one came back.
 *
 * @param readSeq up to where one has read
 */
function useNewLine(readSeq: number): number {
  const [after, setAfter] = useState(readSeq);
  const noteReturn = useEffectEvent(() => {
    if (hasAttention()) setAfter(readSeq);
  });
  useEffect(() => onAttentionChange(() => noteReturn()), []);
  return after;
}

type Ready = Extract<ReturnType<typeof useThread>, { status: 'ready' }>;

interface MessagesProps {
  conversation: Conversation;
  self: Participant;
  other: Participant;
  outbox: ReturnType<typeof useOutbox> & OutboxActions;
  /** A message that is to be in view. */
  target: Target | undefined;
  onJump: (seq: number) => void;
}

function LoadedMessages({ thread, target, outbox, ...rest }: MessagesProps & { thread: Ready }) {
  const { conversation, self } = rest;
  const newAfter = useNewLine(self.readSeq);
  const [hadUnread] = useState(conversation.unreadCount > 0);
  const { id, shown, error, retry, toLatest } = useView(conversation._id, thread, target);
  // Who writes is at the end of the conversation.
  const waiting = outbox.entries.length;
  const [waitedBefore, setWaitedBefore] = useState(waiting);
  if (waiting !== waitedBefore) {
    setWaitedBefore(waiting);
    if (waiting > waitedBefore && shown?.hasNewer !== false) toLatest();
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
      isNewFurtherUp={hadUnread && shown.hasOlder && first > newAfter + 1}
      opensAtEnd={id !== 'latest'}
      onLatest={toLatest}
    />
  );
}

/** The messages of a conversation in all their states. */
export function Messages(props: MessagesProps) {
  const thread = useThread(props.conversation._id);
  if (thread.status === 'pending') return <ThreadSkeleton />;
  if (thread.status === 'error') return <ThreadFailure error={thread.error} onRetry={thread.retry} />;
  const isEmpty = thread.log.messages.length === 0 && props.outbox.entries.length === 0;
  if (isEmpty) return <NoMessages name={props.other.name} />;
  return <LoadedMessages {...props} thread={thread} />;
}
