import type { MessageLog } from '@solvent/chat';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@solvent/http';
import { useCallback } from 'react';
import { fetchBefore, fetchLatest, logKey } from './messages.ts';
import { useRegisterShownConversation } from './page-activity.ts';
import { getChat, useChat } from './chat-client.ts';

/** The log of a conversation: its newest 100 messages at first; events, catch-up and older pages keep it whole from then on. */
const logQuery = (userId: string, conversationId: string) =>
  queryOptions({
    queryKey: logKey(userId, conversationId),
    queryFn: ({ signal }) => {
      const chat = getChat();
      if (chat?.userId !== userId) throw new Error('Nobody is signed in.');
      return chat.sync.open(conversationId, () => fetchLatest(conversationId, signal));
    },
    staleTime: Infinity,
  });

/** Loads what comes before the first message of a log: 100 at a time, one page after the other. */
function useOlderMessages(userId: string, conversationId: string) {
  const client = useQueryClient();
  const { mutateAsync, isPending, error } = useMutation({
    mutationKey: [...logKey(userId, conversationId), 'older'],
    mutationFn: async (before: number) => {
      getChat()?.sync.prepend(conversationId, await fetchBefore(conversationId, before));
    },
  });
  const loadOlder = useCallback(async () => {
    const key = logKey(userId, conversationId);
    const log = client.getQueryData<MessageLog>(key);
    const first = log?.messages[0];
    if (!first || !log.hasOlder || client.isMutating({ mutationKey: [...key, 'older'] }) > 0) return;
    // A failure stands in `olderError`.
    await mutateAsync(first.seq).catch(() => undefined);
  }, [client, userId, conversationId, mutateAsync]);
  return { loadOlder, loadingOlder: isPending, olderError: error };
}

/**
 * A conversation's messages, in order and without a gap, for as long as this tab shows them: no toast tells of a message that
 * is looked at.
 *
 * @returns `log` from the first page on (`ready`); `retry` asks again after `error`; `loadOlder` puts the 100 before the first
 *   message in front, resolves in either case, and leaves a failure in `olderError`
 */
export function useThread(conversationId: string) {
  const userId = useChat()?.userId ?? '';
  useRegisterShownConversation(conversationId);
  const { data: log, isError, error, refetch } = useQuery({ ...logQuery(userId, conversationId), enabled: userId !== '' });
  const older = useOlderMessages(userId, conversationId);
  const retry = () => void refetch();
  if (log) return { status: 'ready' as const, userId, log, error: null, retry, ...older };
  if (isError) return { status: 'error' as const, userId, log, error, retry, ...older };
  return { status: 'pending' as const, userId, log, error: null, retry, ...older };
}

/** What {@link useThread} gives. */
export type Thread = ReturnType<typeof useThread>;
