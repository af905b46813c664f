import type { MessageLog } from '@solvent/chat';
import { useState } from 'react';
import type { Thread } from '../../sync/use-thread.ts';
import { useStretch } from '../../sync/message-ranges.ts';

/** A message that somebody wants to see. */
export interface Target {
  seq: number;
  /** Another one for each time that it is wanted. */
  wish: string;
}

interface View {
  /** Another one whenever the list begins anew, somewhere else. */
  id: string;
  /** The place around which messages are shown that the log does not have; undefined: the log. */
  around: number | undefined;
  /** The wish that it answers. */
  wish: string | undefined;
}

const isIn = (messages: MessageLog['messages'], seq: number) =>
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
export function useView(conversationId: string, thread: Ready, target: Target | undefined) {
  const { log, userId } = thread;
  const [view, setView] = useState<View>({ id: 'latest', around: undefined, wish: undefined });
  const stretch = useStretch(userId, conversationId, view.around, log);

  if (target && target.wish !== view.wish) {
    const { wish, seq } = target;
    const known = stretch.isOpen ? stretch.messages : log.messages;
    if (isIn(known, seq)) setView({ ...view, wish });
    else if (isIn(log.messages, seq)) setView({ id: wish, around: undefined, wish });
    // There is no such message yet: the latest are shown.
    else if (seq > (log.messages.at(-1)?.seq ?? 0)) setView({ ...view, wish });
    else setView({ id: wish, around: seq, wish });
  }

  const { query } = stretch;
  const ofLog: ShownMessages = {
    messages: log.messages,
    hasOlder: log.hasOlder,
    hasNewer: false,
    loadOlder: () => void thread.loadOlder(),
    loadNewer: () => undefined,
    loadingOlder: thread.loadingOlder,
    olderError: thread.olderError,
  };
  const ofStretch: ShownMessages | undefined = query.data && {
    messages: stretch.messages,
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
    shown: stretch.isOpen ? ofStretch : ofLog,
    error: stretch.isOpen && !query.data ? query.error : null,
    retry: () => void query.refetch(),
    toLatest: () => setView(({ wish }) => ({ id: `latest after ${wish}`, around: undefined, wish })),
  };
}
