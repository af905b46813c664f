import type { Message } from '@solvent/contracts';
import type { QueryClient } from '@solvent/http';
import { onConnected, onServerEvent } from '@solvent/socket';
import { createOutbox } from '@solvent/socket/outbox';
import type { Outbox } from '@solvent/socket/outbox';
import { onSessionChange } from '@solvent/store';
import { onReturn } from './attention.ts';
import { watchAnswers } from './answers-under-way.ts';
import { countUnread } from './count-unread.ts';
import { ChatLogs } from './chat-logs.ts';
import { conversationsQuery } from './conversations-query.ts';
import { receiveMessage, receivePresence, receiveProblem, receiveRead } from './live-conversations.ts';
import { ReadMarks } from './read-marks.ts';
import { refreshConversations } from './refresh-conversations.ts';
import { sendMessage } from './send-message.ts';

/** What runs for one person while they are signed in. */
export interface Chat {
  userId: string;
  /** What they wrote and the server has not. */
  outbox: Outbox;
  /** What keeps their open threads whole. */
  logs: ChatLogs;
  reads: ReadMarks;
  close(): void;
}

type Ears = Pick<Chat, 'userId' | 'outbox' | 'logs'> & { client: QueryClient };

/** What the server says, into the cache. */
function listen({ client, userId, logs, outbox }: Ears): (() => void)[] {
  const catchUp = () => {
    outbox.wake();
    logs.catchUp();
    refreshConversations(client, userId);
  };
  return [
    onServerEvent('message', (message) => {
      logs.receive(message);
      receiveMessage(client, userId, message);
      if (message.sender._id === userId) void logs.shown(message).then(() => outbox.acknowledge(message));
    }),
    onServerEvent('read', (position) => {
      logs.noteRead(position);
      receiveRead(client, userId, position);
    }),
    onServerEvent('presence', (person) => receivePresence(client, userId, person)),
    onServerEvent('problem', (problem) => receiveProblem(client, userId, problem)),
    onConnected(catchUp),
    onReturn(catchUp),
  ];
}

/** The same person with a new session: what the old one could not send goes now. */
const wakeWithSession = (outbox: Outbox, userId: string) =>
  onSessionChange((now, before) => {
    if (now.userData?._id === userId && now.userData.token !== before.userData?.token) outbox.wake();
  });

/** Starts one person's chat over a query cache. What waits in their outbox goes out, and what the cache holds is brought up to date. */
export function openChat(client: QueryClient, userId: string): Chat {
  const logs = new ChatLogs(client, userId);
  const outbox = createOutbox({
    userId,
    send: async (entry, options) => {
      const message = await sendMessage(entry, options);
      logs.receive(message);
      await logs.shown(message);
      return message;
    },
    onSent: (message: Message) => {
      logs.receive(message);
      receiveMessage(client, userId, message);
    },
  });
  const stops = [
    watchAnswers(client, userId),
    countUnread(client, userId),
    wakeWithSession(outbox, userId),
    ...listen({ client, userId, logs, outbox }),
  ];
  logs.catchUp();
  void client.prefetchInfiniteQuery(conversationsQuery(userId));
  return {
    userId,
    outbox,
    logs,
    reads: new ReadMarks(client, userId),
    close() {
      stops.forEach((stop) => stop());
      outbox.close();
      logs.close();
    },
  };
}
