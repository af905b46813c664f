import type { MessageLog } from '@solvent/chat';
import { useState } from 'react';
import type { Thread } from '../../sync/use-thread.ts';
import { useMessageRange } from '../../sync/message-ranges.ts';

/** A message that somebody wants to see. */
export interface Target {
  seq: number;
  /** Another one for each time that it is wanted. */
  requestId: string;
}

interface View {
  /** Another one whenever the list begins anew, somewhere else. */
  id: string;
  /** The place around which messages are shown that the log does not have; undefined: the log. */
  aroundSeq: number | undefined;
  /** The wish that it answers. */
  requestId: string | undefined;
}

const includesSeq = (messages: MessageLog['messages'], seq: number) =>
  seq >= (messages[0]?.seq ?? Infinity) && seq <= (messages.at(-1)?.seq ?? 0);

type Ready = Extract<Thread, { status: 'ready' }>;

/** What a list shows: the log of the latest messages, or those around a place far before it. */
export interface ShownMessages extends Pick<MessageLog, 'messages' | 'hasOlder'> {
  /** Whether there are some behind the last one: then nobody is at the end of the conversation. */
  hasNewer: boolean;
  loadOlder: () => void;
  loadNewer: () => void;
  loadingOlder: boolean;
  /** Why older ones did not come, once they did not. */
  olderError: unknown;
}

/**
 * Which part of a conversation is shown, by what is wanted: where the log has it, the log; else the messages around it.
 *
 * @returns `id` of the list, which begins anew with another one; `shown`, undefined while it loads; `toLatest` goes back to the log
 */
export function useShownMessages(conversationId: string, thread: Ready, target: Target | undefined) {
  const { log, userId } = thread;
  const [view, setView] = useState<View>({ id: 'latest', aroundSeq: undefined, requestId: undefined });
  const range = useMessageRange(userId, conversationId, view.aroundSeq, log);

  if (target && target.requestId !== view.requestId) {
    const { requestId, seq } = target;
    const known = range.isOpen ? range.messages : log.messages;
    if (includesSeq(known, seq)) setView({ ...view, requestId });
    else if (includesSeq(log.messages, seq)) setView({ id: requestId, aroundSeq: undefined, requestId });
    // There is no such message yet: the latest are shown.
    else if (seq > (log.messages.at(-1)?.seq ?? 0)) setView({ ...view, requestId });
    else setView({ id: requestId, aroundSeq: seq, requestId });
  }

  const { query } = range;
  const fromLog: ShownMessages = {
    messages: log.messages,
    hasOlder: log.hasOlder,
    hasNewer: false,
    loadOlder: () => void thread.loadOlder(),
    loadNewer: () => undefined,
    loadingOlder: thread.loadingOlder,
    olderError: thread.olderError,
  };
  const fromRange: ShownMessages | undefined = query.data && {
    messages: range.messages,
    hasOlder: query.hasPreviousPage,
    hasNewer: true,
    loadOlder: () => void query.fetchPreviousPage(),
    loadNewer: () => {
      if (query.hasNextPage && !query.isFetching && !query.isFetchNextPageError) void query.fetchNextPage();
    },
    loadingOlder: query.isFetchingPreviousPage,
    olderError: query.isFetchPreviousPageError ? query.error : null,
  };
  return {
    id: view.id,
    shown: range.isOpen ? fromRange : fromLog,
    error: range.isOpen && !query.data ? query.error : null,
    retry: () => void query.refetch(),
    toLatest: () => setView(({ requestId }) => ({ id: `latest after ${requestId}`, aroundSeq: undefined, requestId })),
  };
}
