/** @jest-environment node */
import type { Conversation, ConversationFilter } from '@solvent/contracts';
import { buildConversation, buildMessage, buildParticipant } from '@solvent/testing/factories';
import {
  updatePages,
  hasRead,
  flattenConversations,
  getReadSeq,
  countUnreadConversations,
  findNewestUnread,
  listConversations,
  withMessage,
  withEditedMessage,
  withReadPosition,
  withReadPositionUndone,
} from './conversation-updates.ts';
import type { ConversationUpdate, ConversationPages } from './conversation-updates.ts';

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

  it('counts each message once (product 11.14), and no own messages', () => {
    const once = withMessage(conversation, message(5), ADA);
    expect(withMessage(once, message(5), ADA)).toBe(once);
    expect(withMessage(once, message(3), ADA)).toBe(once);
    const own = message(5, { sender: { _id: ADA, name: 'Ada Park', image: null } });
    expect(withMessage(conversation, own, ADA)).toMatchObject({ lastSeq: 5, unreadCount: 1 });
  });

  it('shows the new text of an edited last message, and ignores edits of earlier ones (product 4.25)', () => {
    const known = withMessage(conversation, message(5), ADA);
    expect(withEditedMessage(known, message(5, { content: 'On *Tuesday*' })).lastMessage?.text).toBe('On Tuesday');
    expect(withEditedMessage(known, message(5, { content: '' })).lastMessage).toMatchObject({
      text: 'Message deleted',
      fileCount: 0,
    });
    expect(withEditedMessage(known, message(4, { content: 'On Tuesday' }))).toBe(known);
    expect(withEditedMessage(conversation, message(4))).toBe(conversation);
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

  it('restores position and count after a rejected read receipt, unless the user has read further', () => {
    const marked = { ...withReadPosition(conversation, ADA, 4), unreadCount: 0 };
    const withLater = withMessage(marked, message(5), ADA);
    const undone = withReadPositionUndone(withLater, ADA, conversation, marked);
    expect([getReadSeq(undone, ADA), undone.unreadCount]).toEqual([0, 2]);
    const further = withReadPosition(withLater, ADA, 5);
    expect(withReadPositionUndone(further, ADA, conversation, marked)).toBe(further);
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
  const ids = (list: ConversationPages) => flattenConversations(list).map(({ _id }) => _id);
  const receive =
    (id: string, seq: number, createdAt = '2026-11-21T10:00:00.000Z'): ConversationUpdate =>
    (one) =>
      one._id === id ? withMessage(one, buildMessage({ seq, createdAt }), ADA) : one;

  it('list each conversation once even if pages overlap', () => {
    expect(ids(pages([first, second], [second, third]))).toEqual(['c1', 'c2', 'c3']);
  });

  it('move a conversation with a new message to the top and count conversations with unread messages', () => {
    const once = updatePages(pages([first, second], [third]), receive('c3', 2));
    expect(ids(once)).toEqual(['c3', 'c1', 'c2']);
    expect(countUnreadConversations(once)).toBe(2);
    const twice = updatePages(once, receive('c2', 2, '2026-11-21T11:00:00.000Z'));
    expect(ids(twice)).toEqual(['c2', 'c3', 'c1']);
    expect(countUnreadConversations(twice)).toBe(2);
  });

  it('stay the same object when nothing changes', () => {
    const list = pages([first, second]);
    expect(updatePages(list, receive('c1', 1))).toBe(list);
  });

  it('are listed by filter, pinned ones first; badges count no muted and no archived ones (product 4.36)', () => {
    const all = [
      buildConversation({ _id: 'read', updatedAt: '2026-11-20T00:00:00.000Z' }),
      buildConversation({ _id: 'unread', unreadCount: 1, updatedAt: '2026-11-19T00:00:00.000Z' }),
      buildConversation({ _id: 'muted', muted: true, unreadCount: 1 }),
      buildConversation({ _id: 'archived', archived: true, unreadCount: 1, pinned: true }),
      buildConversation({ _id: 'marked', markedUnread: true, pinned: true, updatedAt: '2026-11-18T00:00:00.000Z' }),
    ];
    const list = (filter?: ConversationFilter, search = '', selected?: string) =>
      listConversations(pages(all), { filter, search, selected }).map(({ _id }) => _id);
    expect(list()).toEqual(['marked', 'read', 'unread', 'muted']);
    expect(list(undefined, 'ada')).toEqual(['archived', 'marked', 'read', 'unread', 'muted']);
    expect(list('unread')).toEqual(['marked', 'unread']);
    expect(list('unread', '', 'read')).toEqual(['marked', 'read', 'unread']);
    expect(list('archived')).toEqual(['archived']);
    expect(findNewestUnread(all)?._id).toBe('unread');
    const cleared = updatePages(pages(all), (one) => ({ ...one, unreadCount: 0 }));
    expect(countUnreadConversations(cleared)).toBe(0);
  });

  it('list an archived conversation again after a message, unless it is muted (product 4.36)', () => {
    const archived = { ...first, archived: true };
    expect(withMessage(archived, buildMessage({ seq: 2 }), ADA).archived).toBe(false);
    expect(withMessage({ ...archived, muted: true }, buildMessage({ seq: 2 }), ADA).archived).toBe(true);
  });

  it('keep their order when messages are read, and update the count', () => {
    const list = updatePages(pages([first, second]), (one) => ({ ...one, unreadCount: 0 }));
    expect([ids(list), countUnreadConversations(list)]).toEqual([['c1', 'c2'], 0]);
  });
});
