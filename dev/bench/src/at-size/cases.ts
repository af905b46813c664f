import { randomUUID } from 'node:crypto';
import { listProblemCases } from '../problem-cases.ts';
import { listModuleCases } from '../module-cases.ts';
import type { Callers, SizedUser, SizedItems } from './callers.ts';

/** Selects the goals of a case: `read` for lists, sections and pages of one item; `rare` has no goals. */
export type Kind = 'read' | 'search' | 'send' | 'rare';

/** A timed request to the API. */
export interface SizedCase {
  name: string;
  kind: Kind;
  path: (round: number) => string;
  /** Requested before `path`, without measuring it. */
  before?: ((round: number) => string) | undefined;
  /** The caller; undefined for a visitor. */
  as?: SizedUser;
  /** Body of a POST. */
  body?: (round: number) => object;
}

const getKind = (name: string): Kind => (name.startsWith('search') || name.includes('jumped to') ? 'search' : 'read');
const createPicker = (ids: readonly string[]) => (round: number) => ids[(round + ids.length) % ids.length] ?? '';

/** Reads that `pnpm bench problems` and `modules` compare with bare queries on fewer rows. */
const listComparedCases = ({ problems, modules, author }: SizedItems): SizedCase[] => [
  ...listProblemCases(problems).map(({ name, path, before }) => ({
    name: `problems: ${name}`,
    kind: getKind(name),
    path,
    before,
  })),
  ...listModuleCases(modules, author).map(({ name, path, before }) => ({
    name: `toolbox: ${name}`,
    kind: getKind(name),
    path,
    before,
  })),
];

const listVisitorCases = ({ mostBids, mostComments, profiles, modules, problems }: SizedItems): SizedCase[] => {
  const [profile, module, problem] = [createPicker(profiles), createPicker(modules), createPicker(problems)];
  return [
    { name: 'problems: numbers on the chips', kind: 'read', path: () => '/api/problems/categories' },
    { name: 'problems: comments', kind: 'read', path: (round) => `/api/problems/${problem(round)}/comments` },
    { name: 'problems: 500 comments, all that there can be', kind: 'read', path: () => `/api/problems/${mostComments}/comments` },
    { name: 'problems: bids of one with 300', kind: 'read', path: () => `/api/bids?problemId=${mostBids}` },
    { name: 'problems: timeline', kind: 'read', path: (round) => `/api/problems/${problem(round)}/timeline` },
    {
      name: 'search: similar titles',
      kind: 'search',
      path: (round) => `/api/problems/similar?title=${encodeURIComponent(`Build fails after upgrade ${round % 7} of React`)}`,
    },
    { name: 'profile', kind: 'read', path: (round) => `/api/auth/profile/${profile(round)}` },
    { name: "profile: somebody's problems", kind: 'read', path: (round) => `/api/problems/user?userId=${profile(round)}` },
    {
      name: 'search: people by name',
      kind: 'search',
      path: (round) => `/api/auth/profiles?search=${['ada', 'grace ho', 'lin', 'mei it'][Math.abs(round) % 4]}`,
    },
    { name: 'toolbox: reviews', kind: 'read', path: (round) => `/api/modules/${module(round)}/reviews` },
    { name: 'sitemap: a file of 50,000', kind: 'rare', path: (round) => `/sitemaps/problems-${1 + (Math.abs(round) % 2)}.xml` },
  ];
};

const listUserCases = (caller: string, as: SizedUser): SizedCase[] =>
  (
    [
      ['home', '/api/home'],
      ['own problems', '/api/problems/user'],
      ['saved problems', '/api/problems/saved'],
      ['own bids', '/api/bids'],
      ['agreements', '/api/agreements'],
      ['notifications', '/api/notifications'],
      ['list of problems', '/api/problems'],
      ['modules bought', '/api/modules/purchased'],
      ['modules saved', '/api/modules/saved'],
    ] as const
  ).map(([name, path]) => ({ name: `${caller}: ${name}`, kind: 'read', path: () => path, as }));

const getRareWord = (round: number) => `acbel${'abcdefghij'[Math.abs(round) % 10]}`;

function listChatCases(caller: string, as: SizedUser): SizedCase[] {
  const { id, length } = as.conversation;
  const middle = (round: number) => Math.max(1, Math.floor(length / 2) - round * 10);
  const chat = (name: string, path: (round: number) => string, kind: Kind = 'read'): SizedCase => ({
    name: `${caller}: ${name}`,
    kind,
    path,
    as,
  });
  return [
    chat('conversations', () => '/api/chat/conversations'),
    chat('conversations, page 20', () => '/api/chat/conversations?page=20'),
    chat('search: conversations', () => '/api/chat/conversations?search=grace', 'search'),
    chat('conversation', () => `/api/chat/conversations/${id}`),
    chat('messages: latest', () => `/api/chat/messages/${id}`),
    chat('messages: before the middle', (round) => `/api/chat/messages/${id}?before=${middle(round)}`),
    chat('messages: after the middle', (round) => `/api/chat/messages/${id}?after=${middle(round)}`),
    chat('messages: changed', () => `/api/chat/messages/${id}?changedAfter=0`),
    chat('files of a conversation', () => `/api/chat/conversations/${id}/files`),
    chat('search: common word in messages', () => '/api/chat/search?q=database', 'search'),
    chat('search: rare word in messages', (round) => `/api/chat/search?q=${getRareWord(round)}`, 'search'),
    chat('search: word that no message has', (round) => `/api/chat/search?q=nowhere${round + 10}q`, 'search'),
    chat('search: in the longest conversation', () => `/api/chat/search?q=database&conversation=${id}`, 'search'),
    {
      name: `${caller}: send a message`,
      kind: 'send',
      as,
      path: () => '/api/chat/messages',
      body: (round) => ({ conversationId: id, clientId: randomUUID(), content: `Number ${round} of the benchmark` }),
    },
  ];
}

export const listSizedCases = (items: SizedItems, { busySeeker, busySolver, seeker, solver }: Callers): SizedCase[] => [
  ...listComparedCases(items),
  ...listVisitorCases(items),
  ...listUserCases('a seeker', seeker),
  ...listUserCases('the busiest seeker', busySeeker),
  ...listUserCases('a solver', solver),
  ...listUserCases('the busiest solver', busySolver),
  ...listChatCases('a seeker', seeker),
  ...listChatCases('the busiest seeker', busySeeker),
  ...listChatCases('the busiest solver', busySolver),
  { name: 'export: of a seeker', kind: 'rare', path: () => '/api/auth/export', as: seeker },
  { name: 'export: of the busiest seeker', kind: 'rare', path: () => '/api/auth/export', as: busySeeker },
];
