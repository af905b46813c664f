import type { QueryClient } from '@solvent/http';
import type { LogStore, MessageLog } from '@solvent/socket/message-log';
import { logKey, logsKey } from './chat-keys.ts';

/** The logs of one person in the query cache. */
export const cachedLogs = (client: QueryClient, userId: string): LogStore => ({
  read: (conversationId) => client.getQueryData<MessageLog>(logKey(userId, conversationId)),
  write: (conversationId, log) => void client.setQueryData<MessageLog>(logKey(userId, conversationId), log),
  ids: () =>
    client.getQueriesData<MessageLog>({ queryKey: logsKey(userId) }).flatMap(([key, log]) => (log ? [String(key.at(-1))] : [])),
});
