import type {
  Agreement,
  Bid,
  Conversation,
  Message,
  ModuleListItem,
  Notification,
  Participant,
  Problem,
  ProblemListItem,
  SessionUser,
} from '@solvent/contracts';
import { saveUser } from '@solvent/store';

const TIME = '2026-11-20T10:00:00.000Z';
let count = 0;
const nextId = (kind: string) => `${kind}-${(count += 1)}`;

/** A verified seeker by default. */
export function buildUser(overrides: Partial<SessionUser> = {}): SessionUser {
  return {
    _id: nextId('user'),
    name: 'Ada Park',
    email: 'ada@example.com',
    image: null,
    role: 'seeker',
    expertiseAreas: [],
    isEmailVerified: true,
    headline: '',
    bio: '',
    location: '',
    country: '',
    timeZone: '',
    website: '',
    github: '',
    createdAt: TIME,
    token: 'token-of-ada',
    ...overrides,
  };
}

/** Writes a session, like a finished sign-in. */
export function signInAs(overrides: Partial<SessionUser> = {}): SessionUser {
  const user = buildUser(overrides);
  saveUser(user);
  return user;
}

export function buildProblem(overrides: Partial<ProblemListItem> = {}): ProblemListItem {
  return {
    _id: nextId('problem'),
    title: 'Websocket reconnects drop messages',
    description: 'After a reconnect the client misses what was sent meanwhile.',
    category: 'frontend',
    tags: ['React', 'TypeScript'],
    bidCount: 0,
    status: 'open',
    budget: 250,
    doneBy: null,
    createdAt: TIME,
    user: { _id: 'user-poster', name: 'Mira Chen', image: null },
    savedByMe: false,
    ...overrides,
  };
}

/** An open problem without bids, as on its page. */
export function buildProblemDetail(overrides: Partial<Problem> = {}): Problem {
  const listed = buildProblem(overrides);
  return {
    ...listed,
    body: '## What happens\n\nThe socket **drops** messages.',
    viewCount: 0,
    posterRating: { rating: null, ratingCount: 0 },
    updatedAt: TIME,
    attachments: [],
    timeline: [{ _id: nextId('event'), event: 'posted', person: listed.user, at: TIME, times: 1 }],
    hasEarlierEvents: false,
    myBid: null,
    acceptedBid: null,
    agreement: null,
    reviews: [],
    reviewUntil: null,
    reviewSubject: null,
    ...overrides,
  };
}

export function buildBid(overrides: Partial<Bid> = {}): Bid {
  return {
    _id: nextId('bid'),
    problemId: 'problem-1',
    solver: { _id: 'user-solver', name: 'Diego Fuentes', image: null, rating: 4.5, ratingCount: 2 },
    amount: 200,
    message: 'I have mended this very reconnect before, and would start with a failing test.',
    files: [],
    estimatedDays: 3,
    status: 'pending',
    reason: null,
    unconfirmedSince: null,
    createdAt: TIME,
    updatedAt: TIME,
    ...overrides,
  };
}

/** A new agreement of a seeker (Mira) and a solver (Diego). */
export function buildAgreement(overrides: Partial<Agreement> = {}): Agreement {
  return {
    _id: nextId('agreement'),
    problem: { _id: 'problem-1', title: 'Websocket reconnects drop messages' },
    bidId: 'bid-1',
    seeker: { _id: 'user-poster', name: 'Mira Chen', image: null },
    solver: { _id: 'user-solver', name: 'Diego Fuentes', image: null },
    status: 'accepted',
    amount: 200,
    dueAt: '2026-11-23T10:00:00.000Z',
    acceptedAt: TIME,
    delivery: null,
    solvedAt: null,
    paidAt: null,
    receivedAt: null,
    parting: null,
    changes: [],
    dispute: null,
    ratedBySeeker: false,
    ratedBySolver: false,
    disputedBySeeker: false,
    disputedBySolver: false,
    ...overrides,
  };
}

/** An online participant who has read nothing. */
export function buildParticipant(overrides: Partial<Participant> = {}): Participant {
  return { _id: nextId('user'), name: 'Diego Fuentes', image: null, online: true, readSeq: 0, deleted: false, ...overrides };
}

/** A conversation between Ada (`user-ada`, the caller) and Diego (`user-diego`). */
export function buildConversation(overrides: Partial<Conversation> = {}): Conversation {
  return {
    _id: nextId('conversation'),
    problem: { _id: 'problem-1', title: 'Websocket reconnects drop messages', status: 'open' },
    participants: [buildParticipant({ _id: 'user-ada', name: 'Ada Park' }), buildParticipant({ _id: 'user-diego' })],
    lastMessage: null,
    lastSeq: 0,
    unreadCount: 0,
    updatedAt: TIME,
    ...overrides,
  };
}

/** An unread message from Diego (`user-diego`). */
export function buildMessage(overrides: Partial<Message> = {}): Message {
  return {
    _id: nextId('message'),
    conversationId: 'conversation-1',
    seq: 1,
    clientId: nextId('client'),
    sender: { _id: 'user-diego', name: 'Diego Fuentes', image: null },
    content: 'I can start on Monday.',
    files: [],
    createdAt: TIME,
    readBy: [],
    replyTo: null,
    reactions: [],
    editedAt: null,
    revision: 0,
    ...overrides,
  };
}

export function buildNotification(overrides: Partial<Notification> = {}): Notification {
  return {
    _id: nextId('notification'),
    type: 'new_bid',
    title: 'New bid',
    message: 'Tomas Vega bid $180 on your problem.',
    read: false,
    createdAt: TIME,
    actor: { _id: 'user-tomas', name: 'Tomas Vega', image: null },
    data: { problemId: 'problem-1' },
    ...overrides,
  };
}

export function buildModule(overrides: Partial<ModuleListItem> = {}): ModuleListItem {
  const id = nextId('module');
  return {
    id,
    slug: id,
    title: 'Chart Dashboard',
    description: 'Charts and tables for an admin page.',
    tags: ['React', 'TypeScript'],
    priceCents: 1900,
    author: { _id: 'user-author', name: 'Lena Vogt', image: null },
    rating: 4.6,
    ratingCount: 12,
    downloads: 1280,
    previewImage: null,
    version: '1.0.0',
    releasedAt: TIME,
    updatedAt: TIME,
    ...overrides,
  };
}
