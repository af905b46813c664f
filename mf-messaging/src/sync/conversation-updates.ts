import type {
  AnnouncedProblem,
  Conversation,
  ConversationFilter,
  ConversationMarks,
  ConversationsResponse,
  Message,
  Participant,
} from '@solvent/contracts';
import { getLastMessageText } from '@solvent/contracts/message-preview';
import type { InfiniteData } from '@solvent/http';
import { distinct } from '@solvent/kit/responses';

/** Returns the same object if nothing changes. */
export type ConversationUpdate = (conversation: Conversation) => Conversation;

/** Loaded pages, newest first. */
export type ConversationPages = InfiniteData<ConversationsResponse>;

/** Flattens the pages without duplicates: a conversation that moves to the top shifts later pages. */
export const flattenConversations = (pages: ConversationPages | undefined): Conversation[] =>
  distinct(pages?.pages.flatMap(({ conversations }) => conversations) ?? [], ({ _id }) => _id);

type UnreadState = Pick<Conversation, 'unreadCount' | 'markedUnread'>;

export const isUnread = ({ unreadCount, markedUnread }: UnreadState): boolean => unreadCount > 0 || markedUnread;

/** Whether the filter Unread and the badges count a conversation (product 4.36). */
export const countsAsUnread = (conversation: Conversation): boolean =>
  isUnread(conversation) && !conversation.muted && !conversation.archived;

export const findNewestUnread = (conversations: readonly Conversation[]): Conversation | undefined =>
  conversations.filter(countsAsUnread).toSorted((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt))[0];

/** Lists conversations, pinned ones first, without those that changes removed from the filter. Without one, a search also finds archived ones. */
export function listConversations(
  pages: ConversationPages | undefined,
  { search, filter, selected }: { search: string; filter: ConversationFilter | undefined; selected: string | undefined },
): Conversation[] {
  const isListed = (conversation: Conversation) => {
    // Reading a conversation must not remove it from the list.
    if (filter === 'unread') return countsAsUnread(conversation) || conversation._id === selected;
    return filter === 'archived' ? conversation.archived : search !== '' || !conversation.archived;
  };
  return flattenConversations(pages)
    .filter(isListed)
    .toSorted((one, other) => Number(other.pinned) - Number(one.pinned));
}

export const countUnreadConversations = (pages: ConversationPages | undefined): number => pages?.pages.at(-1)?.unreadCount ?? 0;

function withParticipant(conversation: Conversation, userId: string, change: (person: Participant) => Participant): Conversation {
  return {
    ...conversation,
    participants: conversation.participants.map((person) => (person._id === userId ? change(person) : person)),
  };
}

/** Shows a newer message as the last one, unread unless the viewer sent it. */
export function withMessage(conversation: Conversation, message: Message, viewerId: string): Conversation {
  const { sender, content, files, createdAt, seq } = message;
  const { archived, muted } = conversation;
  if (seq <= conversation.lastSeq) return conversation;
  return {
    ...conversation,
    lastMessage: { senderId: sender._id, text: getLastMessageText(content, files.length), fileCount: files.length, createdAt },
    lastSeq: seq,
    updatedAt: createdAt,
    unreadCount: conversation.unreadCount + (sender._id === viewerId ? 0 : 1),
    archived: archived && muted,
  };
}

export function withEditedMessage(conversation: Conversation, message: Message): Conversation {
  const { lastMessage, lastSeq } = conversation;
  const fileCount = message.files.length;
  const text = getLastMessageText(message.content, fileCount);
  if (message.seq !== lastSeq || !lastMessage || lastMessage.text === text) return conversation;
  return { ...conversation, lastMessage: { ...lastMessage, text, fileCount } };
}

/** Returns the position up to which a user has read; 0 for others than participants. */
export const getReadSeq = ({ participants }: Conversation, userId: string): number =>
  participants.find(({ _id }) => _id === userId)?.readSeq ?? 0;

export const hasRead = ({ readSeq }: Participant, { seq }: Message): boolean => seq <= readSeq;

/** Moves the read position forward, never back. */
export const withReadPosition = (conversation: Conversation, userId: string, seq: number): Conversation =>
  withParticipant(conversation, userId, (person) => ({ ...person, readSeq: Math.max(person.readSeq, seq) }));

/** Undoes a refused read position, unless the user has read further. @param before the conversation before it was marked as read */
export function withReadPositionUndone(
  now: Conversation,
  userId: string,
  before: Conversation,
  marked: Conversation,
): Conversation {
  const isFurther = getReadSeq(now, userId) > getReadSeq(marked, userId);
  if (isFurther) return now;
  return {
    ...withParticipant(now, userId, (person) => ({ ...person, readSeq: getReadSeq(before, userId) })),
    unreadCount: now.unreadCount + before.unreadCount - marked.unreadCount,
  };
}

export const withPresence = (conversation: Conversation, userId: string, online: boolean): Conversation =>
  conversation.participants.some(({ _id }) => _id === userId)
    ? withParticipant(conversation, userId, (person) => ({ ...person, online }))
    : conversation;

/** Returns the same object if the marks are set already. */
export function withMarks(conversation: Conversation, marks: Partial<ConversationMarks>): Conversation {
  const changed = { ...conversation, ...marks };
  const isSame = (['pinned', 'muted', 'archived', 'markedUnread'] as const).every((name) => changed[name] === conversation[name]);
  return isSame ? conversation : changed;
}

export function withProblem(conversation: Conversation, { _id, title, status }: AnnouncedProblem): Conversation {
  return conversation.problem?._id === _id ? { ...conversation, problem: { _id, title, status } } : conversation;
}

const countUnread = (conversations: readonly Conversation[]) => conversations.filter(countsAsUnread).length;

function moveToTop(pages: ConversationPages, moved: readonly Conversation[]): ConversationPages {
  const ids = new Set(moved.map(({ _id }) => _id));
  const remaining = pages.pages.map((page) => ({
    ...page,
    conversations: page.conversations.filter(({ _id }) => !ids.has(_id)),
  }));
  const [first, ...rest] = remaining;
  return first ? { ...pages, pages: [{ ...first, conversations: [...moved, ...first.conversations] }, ...rest] } : pages;
}

/**
 * Applies an update to all conversations, and moves those with a new message to the top. Returns the same object if nothing
 * changes.
 */
export function updatePages(pages: ConversationPages, change: ConversationUpdate): ConversationPages {
  const before = flattenConversations(pages);
  const after = before.map(change);
  if (after.every((conversation, index) => conversation === before[index])) return pages;
  const byId = new Map(after.map((conversation) => [conversation._id, conversation]));
  const unreadCount = Math.max(0, countUnreadConversations(pages) + countUnread(after) - countUnread(before));
  const changed = pages.pages.map((page) => ({
    ...page,
    unreadCount,
    conversations: page.conversations.map((conversation) => byId.get(conversation._id) ?? conversation),
  }));
  const moved = after
    .filter(({ lastSeq }, index) => lastSeq !== before[index]?.lastSeq)
    .toSorted((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt));
  return moved.length > 0 ? moveToTop({ ...pages, pages: changed }, moved) : { ...pages, pages: changed };
}
