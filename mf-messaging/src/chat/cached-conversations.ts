import type { Conversation } from '@solvent/contracts';
import type { QueryClient } from '@solvent/http';
import { conversationKey, conversationListKey, conversationListsKey, singleConversationsKey } from './chat-keys.ts';
import { listedConversations, unreadConversationsOf } from './conversations-query.ts';
import type { ConversationPages } from './conversations-query.ts';
import { noteChange } from './noted-changes.ts';
import type { Change } from './noted-changes.ts';

/** One conversation of the whole list; undefined where it is not in it, or further down than what is loaded. */
export function listedConversation(client: QueryClient, userId: string, id: string): Conversation | undefined {
  const pages = client.getQueryData<ConversationPages>(conversationListKey(userId, ''));
  return listedConversations(pages).find(({ _id }) => _id === id);
}

/** A conversation as the cache knows it. */
export const cachedConversation = (client: QueryClient, userId: string, id: string): Conversation | undefined =>
  listedConversation(client, userId, id) ?? client.getQueryData<Conversation>(conversationKey(userId, id));

/** How many conversations with something unread there are more than before. */
function unreadChange(before: readonly Conversation[], after: readonly Conversation[]): number {
  const unread = (list: readonly Conversation[]) => list.filter(({ unreadCount }) => unreadCount > 0).length;
  return unread(after) - unread(before);
}

/** What was written in last stands on top, wherever it stood. */
function onTop(pages: ConversationPages, raised: readonly Conversation[]): ConversationPages {
  const ids = new Set(raised.map(({ _id }) => _id));
  const left = pages.pages.map((page) => ({ ...page, conversations: page.conversations.filter(({ _id }) => !ids.has(_id)) }));
  const [first, ...rest] = left;
  return first ? { ...pages, pages: [{ ...first, conversations: [...raised, ...first.conversations] }, ...rest] } : pages;
}

/** The pages with each conversation changed; the same object where none is. */
export function changePages(pages: ConversationPages, change: Change): ConversationPages {
  const before = listedConversations(pages);
  const after = before.map(change);
  if (after.every((conversation, index) => conversation === before[index])) return pages;
  const byId = new Map(after.map((conversation) => [conversation._id, conversation]));
  const unreadCount = Math.max(0, unreadConversationsOf(pages) + unreadChange(before, after));
  const changed = pages.pages.map((page) => ({
    ...page,
    unreadCount,
    conversations: page.conversations.map((conversation) => byId.get(conversation._id) ?? conversation),
  }));
  const raised = after
    .filter(({ lastSeq }, index) => lastSeq !== before[index]?.lastSeq)
    .toSorted((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt));
  return raised.length > 0 ? onTop({ ...pages, pages: changed }, raised) : { ...pages, pages: changed };
}

/** Sets conversations anew wherever the cache has them: in every list and by themselves. */
function setConversations(client: QueryClient, userId: string, change: Change): void {
  client.setQueriesData<ConversationPages>(
    { queryKey: conversationListsKey(userId) },
    (pages) => pages && changePages(pages, change),
  );
  client.setQueriesData<Conversation>(
    { queryKey: singleConversationsKey(userId) },
    (conversation) => conversation && change(conversation),
  );
}

const only =
  (id: string, change: Change): Change =>
  (conversation) =>
    conversation._id === id ? change(conversation) : conversation;

/** Changes conversations by what was heard. Answers that are under way get it too: they may be older. */
export function changeConversations(client: QueryClient, userId: string, change: Change): void {
  noteChange(client, userId, change);
  setConversations(client, userId, change);
}

/** {@link changeConversations} of one. */
export const changeConversation = (client: QueryClient, userId: string, id: string, change: Change): void =>
  changeConversations(client, userId, only(id, change));

/** Sets one conversation anew, but not what answers under way say of it. */
export const setConversation = (client: QueryClient, userId: string, id: string, change: Change): void =>
  setConversations(client, userId, only(id, change));
