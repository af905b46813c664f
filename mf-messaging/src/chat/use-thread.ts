import { queryOptions, useQuery } from '@solvent/http';
import { getChat } from './chat-client.ts';
import { logKey } from './chat-keys.ts';
import { useShownConversation } from './shown-conversation.ts';
import { useChat } from './use-chat.ts';
import { useOlderMessages } from './use-older-messages.ts';

/** The log of a conversation: its newest 100 messages at first; events, catch-up and older pages keep it whole from then on. */
const logQuery = (userId: string, conversationId: string) =>
  queryOptions({
    queryKey: logKey(userId, conversationId),
    queryFn: ({ signal }) => {
      const chat = getChat();
      if (chat?.userId !== userId) throw new Error('Nobody is signed in.');
      return chat.logs.open(conversationId, signal);
    },
    staleTime: Infinity,
  });

/**
 * A conversation's messages, in order and without a gap, for as long as this tab shows them: no toast tells of a message that
 * is looked at.
 *
 * @returns `log` from the first page on (`ready`); `retry` asks again after `error`; `loadOlder` puts the 100 before the first
 *   message in front, resolves in either case, and leaves a failure in `olderFailed`
 */
export function useThread(conversationId: string) {
  const userId = useChat()?.userId ?? '';
  useShownConversation(conversationId);
  const { data: log, isError, error, refetch } = useQuery({ ...logQuery(userId, conversationId), enabled: userId !== '' });
  const older = useOlderMessages(userId, conversationId);
  const retry = () => void refetch();
  if (log) return { status: 'ready' as const, log, error: null, retry, ...older };
  if (isError) return { status: 'error' as const, log, error, retry, ...older };
  return { status: 'pending' as const, log, error: null, retry, ...older };
}

/** What {@link useThread} gives. */
export type Thread = ReturnType<typeof useThread>;
