/**
 * Where the query cache keeps what one person sees of conversations: a second account in this browser never finds it, and
 * all of it goes when the person does.
 */
const chatKey = (userId: string) => ['chat', userId] as const;

/** The lists of conversations, whatever is searched for. */
export const conversationListsKey = (userId: string) => [...chatKey(userId), 'conversations'] as const;

/** The list for a search; '' is the whole list. */
export const conversationListKey = (userId: string, search: string) => [...conversationListsKey(userId), search] as const;

/** Conversations that were asked for one by one. */
export const singleConversationsKey = (userId: string) => [...chatKey(userId), 'conversation'] as const;

/** One conversation. */
export const conversationKey = (userId: string, id: string) => [...singleConversationsKey(userId), id] as const;

/** The logs of messages. */
export const logsKey = (userId: string) => [...chatKey(userId), 'log'] as const;

/** The log of one conversation. */
export const logKey = (userId: string, conversationId: string) => [...logsKey(userId), conversationId] as const;
