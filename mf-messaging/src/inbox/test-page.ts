import { jest } from '@jest/globals';
import type { Conversation, ConversationsResponse } from '@solvent/contracts';
import { buildConversation, buildParticipant, signInAs } from '@solvent/testing/factories';
import { fakeApi } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import type { RecordedRequest } from '@solvent/testing/fake-api';
import { screen, within } from '@testing-library/react';
import { createElement } from 'react';
import type { ComponentType } from 'react';
import { countsAsUnread } from '../sync/conversation-updates.ts';
import { fakeSocket } from '../sync/test-socket.ts';

export type Routes = Parameters<typeof fakeApi>[0];

const socket = fakeSocket();
jest.unstable_mockModule('@solvent/socket', () => socket.module);
/** Messages and composer have their own tests. */
jest.unstable_mockModule('../thread/thread.tsx', () => ({
  Thread: ({ conversation }: { conversation: Conversation }) => createElement('p', null, 'Thread of ', conversation._id),
}));

export const receiveEvent = socket.receive;

const NAMES: Record<string, string> = { c1: 'Diego Fuentes', c2: 'Lena Vogt', c3: 'Tomas Vega' };

export function build(_id: string, overrides: Partial<Conversation> = {}, online = true): Conversation {
  const other = buildParticipant({ _id: `with-${_id}`, name: NAMES[_id] ?? `Person ${_id}`, online });
  return buildConversation({ _id, participants: [buildParticipant({ _id: 'user-ada', name: 'Ada Park' }), other], ...overrides });
}

/** Answers like `GET /chat/conversations`: 10 a page, filtered, searched by name or title. */
function listing(conversations: readonly Conversation[]) {
  return ({ params }: RecordedRequest): ConversationsResponse => {
    const page = Number(params.page);
    const search = typeof params.search === 'string' ? params.search : '';
    const words = ({ participants, problem }: Conversation) => `${participants[1]?.name} ${problem?.title}`.toLowerCase();
    const matchesFilter = (conversation: Conversation) =>
      params.filter === 'unread' ? countsAsUnread(conversation) : conversation.archived === (params.filter === 'archived');
    const matches = (conversation: Conversation) => words(conversation).includes(search.toLowerCase());
    const found = conversations.filter((conversation) => matchesFilter(conversation) && matches(conversation));
    return {
      conversations: found.slice((page - 1) * 10, page * 10),
      unreadCount: conversations.filter(countsAsUnread).length,
      page,
      limit: 10,
      totalPages: Math.max(1, Math.ceil(found.length / 10)),
    };
  };
}

/** Renders a page for Ada with these conversations. Restore `api` after the test. */
export function openAt(Page: ComponentType, at: string, conversations: readonly Conversation[], routes: Routes = {}) {
  signInAs({ _id: 'user-ada', name: 'Ada Park' });
  const one = ({ path }: RecordedRequest) => ({ conversation: conversations.find(({ _id }) => path.endsWith(`/${_id}`)) });
  const api = fakeApi({
    'GET /chat/conversations': listing(conversations),
    'GET /chat/conversations/:id': one,
    'GET /chat/search': () => ({ messages: [], total: 0, page: 1, limit: 20, totalPages: 1 }),
    ...routes,
  });
  return { api, ...renderScreen(createElement(Page), { at }) };
}

export function matchMedia(...queries: string[]) {
  const { matchMedia: original } = window;
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => Object.assign(original(query), { matches: queries.includes(query) }));
}

/** jsdom has no widths: as on a phone, a thread hides the list, and hidden elements have no roles. */
export const list = () => screen.findByLabelText('Conversations', { selector: 'ul' });
export async function row(name: string): Promise<HTMLElement> {
  const label = await within(await list()).findByText(
    (_text, element) => element?.textContent?.startsWith(`${name}, `) === true,
    {
      selector: 'a > span > span > span',
    },
  );
  const link = label.closest('a');
  if (!link) throw new Error(`No row of ${name}.`);
  return link;
}
export const address = () => screen.getByLabelText('Address').textContent;
