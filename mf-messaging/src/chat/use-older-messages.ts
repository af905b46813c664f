import { useMutation, useQueryClient } from '@solvent/http';
import type { MessageLog } from '@solvent/socket/message-log';
import { useCallback } from 'react';
import { logKey } from './chat-keys.ts';
import { getChat } from './chat-client.ts';
import { fetchBefore } from './messages-query.ts';

/** Loads what comes before the first message of a log: 100 at a time, one page after the other. */
export function useOlderMessages(userId: string, conversationId: string) {
  const client = useQueryClient();
  const { mutateAsync, isPending, isError } = useMutation({
    mutationKey: [...logKey(userId, conversationId), 'older'],
    mutationFn: async (before: number) => {
      const { messages } = await fetchBefore(conversationId, before);
      getChat()?.logs.prepend(conversationId, messages);
    },
  });
  const loadOlder = useCallback(async () => {
    const key = logKey(userId, conversationId);
    const log = client.getQueryData<MessageLog>(key);
    const first = log?.messages[0];
    if (!first || !log.hasOlder || client.isMutating({ mutationKey: [...key, 'older'] }) > 0) return;
    // A failure stands in `olderFailed`.
    await mutateAsync(first.seq).catch(() => undefined);
  }, [client, userId, conversationId, mutateAsync]);
  return { loadOlder, loadingOlder: isPending, olderFailed: isError };
}
