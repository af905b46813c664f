import type { MessageLog } from '@solvent/chat';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@solvent/http';
import { useCallback } from 'react';
import { fetchBefore, fetchLatest, logKey } from './messages.ts';
import { useRegisterShownConversation } from './page-activity.ts';
import { getChat, useChat } from './chat-client.ts';

/** The log starts with the newest 100 messages; events, catch-up and older pages extend it. */
const logQuery = (userId: string, conversationId: string) =>
  queryOptions({
    queryKey: logKey(userId, conversationId),
    queryFn: ({ signal }) => {
      const chat = getChat();
      if (chat?.userId !== userId) throw new Error('There is no session.');
      return chat.sync.open(conversationId, () => fetchLatest(conversationId, signal));
    },
    staleTime: Infinity,
  });

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
    // The caller reads the failure from `olderError`.
    await mutateAsync(first.seq).catch(() => undefined);
  }, [client, userId, conversationId, mutateAsync]);
  return { loadOlder, loadingOlder: isPending, olderError: error };
}

/** A conversation's messages, in order and without gaps, and no toasts for them while mounted. `loadOlder` never rejects. */
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

export type Thread = ReturnType<typeof useThread>;
