import { Refused } from '@solvent/chat';
import type { OutboxEntry } from '@solvent/chat';
import type { ConversationResponse, Message, MessageResponse, MessagesResponse } from '@solvent/contracts';
import type { Connection } from '@solvent/socket/connect';
import type { Ledger } from './ledger.ts';

export interface ChatApi {
  openConversation(userId: string): Promise<string>;
  markRead(conversationId: string, seq: number): Promise<void>;
  messages(conversationId: string, query: string): Promise<MessagesResponse>;
  /** Sends a message like the page, over the socket or by a request. @throws Refused if the server will never accept it */
  post(entry: OutboxEntry, signal: AbortSignal, overSocket: Connection['send']): Promise<Message>;
}

/** A request that hangs must not block the run. */
const TIMEOUT_MS = 20_000;

const toMessageBody = ({ conversationId, content, clientId }: OutboxEntry) => ({ conversationId, content, clientId });

function buildRequest(entry: OutboxEntry): {
  body: FormData | string;
  headers?: Record<string, string>;
} {
  const { conversationId, content, clientId, files } = entry;
  if (files.length === 0) return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(toMessageBody(entry)) };
  const form = new FormData();
  form.set('conversationId', conversationId);
  form.set('content', content);
  form.set('clientId', clientId);
  for (const { content: bytes, name, type } of files) form.append('files', new File([bytes], name, { type }));
  return { body: form };
}

const isFinal = (status: number) => status >= 400 && status < 500 && status !== 401 && status !== 429;

async function readMessage(response: Response, ledger: Ledger): Promise<Message> {
  if (!response.ok) {
    const text = await response.text();
    if (isFinal(response.status)) throw new Refused(String(response.status), text);
    throw new Error(`${response.status}: ${text}`);
  }
  const { message } = (await response.json()) as MessageResponse;
  if (response.status === 200) ledger.repeats += 1;
  return message;
}

export function createChatApi(url: string, token: string, ledger: Ledger): ChatApi {
  const headers = { 'x-app-key': 'solvent-web', authorization: `Bearer ${token}` };
  const json = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const response = await fetch(`${url}/api/chat/${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as Body;
  };
  return {
    openConversation: async (userId) => (await json<ConversationResponse>('POST', 'conversations', { userId })).conversation._id,
    markRead: async (conversationId, seq) => void (await json('PUT', `conversations/${conversationId}/read`, { seq })),
    messages: (conversationId, query) => json<MessagesResponse>('GET', `messages/${conversationId}?${query}`),
    async post(entry, signal, overSocket) {
      const startedAt = performance.now();
      const recordDuration = () => ledger.durations.push(performance.now() - startedAt);
      const stored = entry.files.length === 0 ? await overSocket(toMessageBody(entry)) : undefined;
      if (stored !== undefined) {
        recordDuration();
        return stored;
      }
      const { body, headers: bodyHeaders } = buildRequest(entry);
      try {
        const response = await fetch(`${url}/api/chat/messages`, {
          method: 'POST',
          body,
          headers: { ...headers, ...bodyHeaders },
          signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        });
        const message = await readMessage(response, ledger);
        recordDuration();
        return message;
      } catch (error) {
        // Closing a page aborts its requests.
        if (!signal.aborted) ledger.failedRequests += 1;
        throw error;
      }
    },
  };
}
