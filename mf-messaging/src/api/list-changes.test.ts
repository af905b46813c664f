/** @jest-environment node */
import { CHAT } from '@solvent/contracts';
import type { Conversation, Notification } from '@solvent/contracts';
import { buildConversation, buildMessage, buildNotification, buildParticipant } from '@solvent/testing/factories';
import {
  changePages,
  hasRead,
  listedConversations,
  readSeqOf,
  unreadConversationsOf,
  withMessage,
  withMessageChanged,
  withReadPosition,
  withReadTakenBack,
} from './conversation-changes.ts';
import type { Change, ConversationPages } from './conversation-changes.ts';
import { flatten, unreadCountOf, withAllRead, withNew, withNone, withRead, withReadOnes } from './notification-changes.ts';
import type { NotificationPages } from './notification-changes.ts';
import { foundCount } from './search.ts';

const ADA = 'user-ada';
const DIEGO = 'user-diego';

describe('a conversation in the list', () => {
  const conversation = buildConversation({ lastSeq: 4, unreadCount: 1 });
  const message = (seq: number, overrides = {}) => buildMessage({ seq, ...overrides });

  it('shows a later message as its last one, as plain text, and counts it as unread', () => {
    const createdAt = '2026-11-21T10:00:00.000Z';
    expect(withMessage(conversation, message(5, { content: 'Is **Monday** fine?', createdAt }), ADA)).toMatchObject({
      lastMessage: { senderId: DIEGO, text: 'Is Monday fine?', fileCount: 0, createdAt },
      lastSeq: 5,
      unreadCount: 2,
      updatedAt: createdAt,
    });
  });

  it('counts each message once (product 11.14), and none of the viewer', () => {
    const once = withMessage(conversation, message(5), ADA);
    expect(withMessage(once, message(5), ADA)).toBe(once);
    expect(withMessage(once, message(3), ADA)).toBe(once);
    const own = message(5, { sender: { _id: ADA, name: 'Ada Park', image: null } });
    expect(withMessage(conversation, own, ADA)).toMatchObject({ lastSeq: 5, unreadCount: 1 });
  });

  it('shows the new words of an edited last message, and ignores edits of earlier ones (product 4.25)', () => {
    const known = withMessage(conversation, message(5), ADA);
    expect(withMessageChanged(known, message(5, { content: 'On *Tuesday*' })).lastMessage?.text).toBe('On Tuesday');
    expect(withMessageChanged(known, message(4, { content: 'On Tuesday' }))).toBe(known);
    expect(withMessageChanged(conversation, message(4))).toBe(conversation);
  });

  it('has a read position that never goes back and covers later and earlier messages (product 4.14)', () => {
    const readUpTo = (by: Conversation) => [1, 2, 3, 4].filter((seq) => hasRead(participant(by), message(seq)));
    const participant = ({ participants }: Conversation) => participants[0] ?? buildParticipant();
    const marked = withReadPosition(conversation, ADA, 2);
    expect(readUpTo(marked)).toEqual([1, 2]);
    expect(readUpTo(withReadPosition(marked, ADA, 1))).toEqual([1, 2]);
    expect(readUpTo(withReadPosition(marked, DIEGO, 4))).toEqual([1, 2]);
    expect(readUpTo(withReadPosition(marked, ADA, 3))).toEqual([1, 2, 3]);
  });

  it('gets its former position and count back when the server rejects a read mark, unless it is read further by now', () => {
    const marked = { ...withReadPosition(conversation, ADA, 4), unreadCount: 0 };
    const withLater = withMessage(marked, message(5), ADA);
    const undone = withReadTakenBack(withLater, ADA, conversation, marked);
    expect([readSeqOf(undone, ADA), undone.unreadCount]).toEqual([0, 2]);
    const further = withReadPosition(withLater, ADA, 5);
    expect(withReadTakenBack(further, ADA, conversation, marked)).toBe(further);
  });
});

describe('the pages of conversations', () => {
  const [first, second, third] = [
    buildConversation({ _id: 'c1', lastSeq: 1 }),
    buildConversation({ _id: 'c2', lastSeq: 1, unreadCount: 2 }),
    buildConversation({ _id: 'c3', lastSeq: 1 }),
  ];
  const pages = (...lists: Conversation[][]): ConversationPages => ({
    pages: lists.map((conversations, at) => ({
      conversations,
      unreadCount: 1,
      page: at + 1,
      limit: 10,
      totalPages: lists.length,
    })),
    pageParams: lists.map((_, at) => at + 1),
  });
  const ids = (list: ConversationPages) => listedConversations(list).map(({ _id }) => _id);
  const receive =
    (id: string, seq: number, createdAt = '2026-11-21T10:00:00.000Z'): Change =>
    (one) =>
      one._id === id ? withMessage(one, buildMessage({ seq, createdAt }), ADA) : one;

  it('list each conversation once although pages overlap', () => {
    expect(ids(pages([first, second], [second, third]))).toEqual(['c1', 'c2', 'c3']);
  });

  it('move a conversation with a new message to the top and count conversations with unread messages', () => {
    const once = changePages(pages([first, second], [third]), receive('c3', 2));
    expect(ids(once)).toEqual(['c3', 'c1', 'c2']);
    expect(unreadConversationsOf(once)).toBe(2);
    const twice = changePages(once, receive('c2', 2, '2026-11-21T11:00:00.000Z'));
    expect(ids(twice)).toEqual(['c2', 'c3', 'c1']);
    expect(unreadConversationsOf(twice)).toBe(2);
  });

  it('stay the same object when nothing changes', () => {
    const list = pages([first, second]);
    expect(changePages(list, receive('c1', 1))).toBe(list);
  });

  it('stay in order when something is read, and count it', () => {
    const list = changePages(pages([first, second]), (one) => ({ ...one, unreadCount: 0 }));
    expect([ids(list), unreadConversationsOf(list)]).toEqual([['c1', 'c2'], 0]);
  });
});

describe('the pages of notifications', () => {
  const [first, second, third] = [
    buildNotification({ _id: 'n1' }),
    buildNotification({ _id: 'n2' }),
    buildNotification({ _id: 'n3', read: true }),
  ];
  const pages = (...lists: Notification[][]): NotificationPages => ({
    pages: lists.map((notifications, i) => ({ notifications, unreadCount: 2, page: i + 1, limit: 20, totalPages: lists.length })),
    pageParams: lists.map((_, i) => i + 1),
  });
  const readStates = (list: NotificationPages) => flatten(list).map(({ _id, read }) => `${_id} ${read ? 'read' : 'unread'}`);

  it('list each notification once although pages overlap', () => {
    expect(flatten(pages([first, second], [second, third])).map(({ _id }) => _id)).toEqual(['n1', 'n2', 'n3']);
    expect(flatten(undefined)).toEqual([]);
  });

  it('lower the count when one is read, once and never below 0 (product 4.5)', () => {
    const once = withRead(pages([first, second], [third]), 'n2');
    expect(readStates(once)).toEqual(['n1 unread', 'n2 read', 'n3 read']);
    expect(unreadCountOf(once)).toBe(1);
    expect(unreadCountOf(withRead(once, 'n2'))).toBe(1);
    const [page] = pages([first]).pages;
    const miscounted = { pages: page ? [{ ...page, unreadCount: 0 }] : [], pageParams: [1] };
    expect(unreadCountOf(withRead(miscounted, 'n1'))).toBe(0);
  });

  it('have nothing unread after all are read, and nothing at all after they are cleared (product 4.5)', () => {
    const list = pages([first], [second]);
    expect(readStates(withAllRead(list))).toEqual(['n1 read', 'n2 read']);
    expect(unreadCountOf(withAllRead(list))).toBe(0);
    expect(withNone(list).pages).toEqual([{ notifications: [], unreadCount: 0, page: 1, limit: 20, totalPages: 1 }]);
  });

  it('put a new one on top and count it once', () => {
    const fresh = buildNotification({ _id: 'n9' });
    const once = withNew(pages([first], [second]), fresh);
    expect(flatten(once).map(({ _id }) => _id)).toEqual(['n9', 'n1', 'n2']);
    expect(unreadCountOf(once)).toBe(3);
    const twice = withNew(once, fresh);
    expect([flatten(twice).length, unreadCountOf(twice)]).toEqual([3, 3]);
  });

  it('put a known one that grew on top, and count it again only after it was read (product 4.5)', () => {
    const list = withNew(pages([first, second], [third]), { ...second, title: '2 new messages' });
    expect(flatten(list).map(({ _id }) => _id)).toEqual(['n2', 'n1', 'n3']);
    expect(flatten(list)[0]?.title).toBe('2 new messages');
    expect(unreadCountOf(list)).toBe(2);
    expect(unreadCountOf(withNew(list, { ...third, read: false }))).toBe(3);
  });

  it('take over what was read elsewhere, with the server’s count (product 11.13)', () => {
    const some = withReadOnes(pages([first, second], [third]), ['n1', 'n-unknown'], 7);
    expect(readStates(some)).toEqual(['n1 read', 'n2 unread', 'n3 read']);
    expect(unreadCountOf(some)).toBe(7);
    const all = withReadOnes(some, null, 0);
    expect([readStates(all), unreadCountOf(all)]).toEqual([['n1 read', 'n2 read', 'n3 read'], 0]);
  });
});

it('counts found messages up to the most that a search counts (product 5.20)', () => {
  const texts = [1, CHAT.searchResultsMax - 1, CHAT.searchResultsMax, CHAT.searchResultsMax + 1].map(foundCount);
  expect(texts).toEqual(['1 message', '199 messages', '200 or more messages', '201 messages']);
});
