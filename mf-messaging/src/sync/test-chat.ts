import type { Conversation, ConversationsResponse, Message, MessagesResponse } from '@solvent/contracts';
import { createQueryClient, QueryClientProvider } from '@solvent/http';
import { buildConversation, buildMessage, buildParticipant, signInAs } from '@solvent/testing/factories';
import { fakeApi } from '@solvent/testing/fake-api';
import { renderHook } from '@testing-library/react';
import { createElement } from 'react';
import type { ReactNode } from 'react';
import { countsAsUnread } from './conversation-updates.ts';

export type Routes = Parameters<typeof fakeApi>[0];

export const ADA = { _id: 'user-ada', name: 'Ada Park', image: null };
export const DIEGO = { _id: 'user-diego', name: 'Diego Fuentes', image: null };

export const buildConversationWith = (id: string, name: string, overrides: Partial<Conversation> = {}): Conversation =>
  buildConversation({
    _id: id,
    participants: [buildParticipant({ ...ADA }), buildParticipant({ _id: `user-${name}`, name })],
    ...overrides,
  });

/** Reads a body of `POST /chat/messages`: JSON, or a form with files. */
export function readSentBody(body: unknown): { clientId: string; content: string } {
  const fields = body instanceof FormData ? Object.fromEntries(body) : (body as object);
  return fields as ReturnType<typeof readSentBody>;
}

export const buildListResponse = (
  conversations: Conversation[],
  more: Partial<ConversationsResponse> = {},
): ConversationsResponse => ({
  conversations,
  unreadCount: conversations.filter(countsAsUnread).length,
  page: 1,
  limit: 10,
  totalPages: 1,
  ...more,
});

export const buildMessages = (from: number, to: number): Message[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => {
    const seq = from + index;
    return buildMessage({ _id: `m${seq}`, conversationId: 'c1', seq, sender: DIEGO, content: `Message ${seq}.` });
  });

/** Answers like `GET /chat/messages/c1`, for a conversation of `last()` messages. */
export const answerMessages =
  (last: () => number): Routes[string] =>
  ({ params }): MessagesResponse => {
    const limit = 100;
    const { after, before } = params as { after?: number; before?: number };
    const top = before === undefined ? last() : before - 1;
    const [from, to] = after === undefined ? [Math.max(1, top - limit + 1), top] : [after + 1, Math.min(after + limit, last())];
    return { messages: buildMessages(from, to), lastSeq: last(), revision: 0, page: 1, limit, totalPages: 1 };
  };

/** Restore `api` after the test. */
export function renderHookAsAda<Result, Props>(use: (props: Props) => Result, initialProps: Props, routes: Routes) {
  signInAs(ADA);
  const client = createQueryClient();
  const api = fakeApi({ 'GET /chat/conversations': () => buildListResponse([]), ...routes });
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children);
  return { ...renderHook(use, { initialProps, wrapper }), client, api };
}
