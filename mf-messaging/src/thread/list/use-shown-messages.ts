import type { MessageLog } from '@solvent/chat';
import { useState } from 'react';
import type { Thread } from '../../sync/use-thread.ts';
import { useMessageRange } from '../../sync/message-ranges.ts';

export interface Target {
  seq: number;
  /** New for each request, so that the same message can be requested again. */
  requestId: string;
}

interface View {
  /** A new id remounts the list at another position. */
  id: string;
  aroundSeq: number | undefined;
  requestId: string | undefined;
}

const includesSeq = (messages: MessageLog['messages'], seq: number) =>
  seq >= (messages[0]?.seq ?? Infinity) && seq <= (messages.at(-1)?.seq ?? 0);

type Ready = Extract<Thread, { status: 'ready' }>;

export interface ShownMessages extends Pick<MessageLog, 'messages' | 'hasOlder'> {
  /** Whether messages follow that are not loaded. */
  hasNewer: boolean;
  loadOlder: () => void;
  loadNewer: () => void;
  loadingOlder: boolean;
  olderError: unknown;
}

/** Shows the log, or the messages around a target that the log does not contain; `shown` is undefined while it loads. */
export function useShownMessages(conversationId: string, thread: Ready, target: Target | undefined) {
  const { log, userId } = thread;
  const [view, setView] = useState<View>({ id: 'latest', aroundSeq: undefined, requestId: undefined });
  const range = useMessageRange(userId, conversationId, view.aroundSeq, log);

  if (target && target.requestId !== view.requestId) {
    const { requestId, seq } = target;
    const loaded = range.isOpen ? range.messages : log.messages;
    if (includesSeq(loaded, seq)) setView({ ...view, requestId });
    else if (includesSeq(log.messages, seq)) setView({ id: requestId, aroundSeq: undefined, requestId });
    // The message does not exist yet: the latest ones are shown.
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
