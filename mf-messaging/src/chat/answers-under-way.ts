import type { Conversation } from '@solvent/contracts';
import type { QueryClient } from '@solvent/http';
import { changePages } from './cached-conversations.ts';
import { conversationListsKey, singleConversationsKey } from './chat-keys.ts';
import type { ConversationPages } from './conversations-query.ts';
import { changesSince, nowNoted } from './noted-changes.ts';
import type { Change } from './noted-changes.ts';

type CacheEvent = Parameters<Parameters<ReturnType<QueryClient['getQueryCache']>['subscribe']>[0]>[0];
type QueryKey = readonly unknown[];

const isWithin = (key: QueryKey, prefix: QueryKey) => prefix.every((part, index) => key[index] === part);

/** What a fetch does: it starts, or its answer is there. Data that is set by hand is neither. */
function stepOf(event: CacheEvent): 'start' | 'answer' | undefined {
  if (event.type !== 'updated') return undefined;
  if (event.action.type === 'fetch') return 'start';
  return event.action.type === 'success' && event.action.manual !== true ? 'answer' : undefined;
}

/** Puts what happened meanwhile over an answer. */
function putOver(client: QueryClient, userId: string, key: QueryKey, change: Change): void {
  if (isWithin(key, conversationListsKey(userId))) {
    client.setQueryData<ConversationPages>(key, (pages) => pages && changePages(pages, change));
  } else {
    client.setQueryData<Conversation>(key, (conversation) => conversation && change(conversation));
  }
}

/**
 * Sees to answers that are older than what was heard while they were under way: lists and single conversations get those
 * changes put over them.
 *
 * @returns a function that stops it
 */
export function watchAnswers(client: QueryClient, userId: string): () => void {
  const starts = new Map<string, number>();
  return client.getQueryCache().subscribe((event) => {
    const { queryKey, queryHash } = event.query;
    const step = stepOf(event);
    if (step === undefined) return;
    if (![conversationListsKey(userId), singleConversationsKey(userId)].some((prefix) => isWithin(queryKey, prefix))) return;
    if (step === 'start') return void starts.set(queryHash, nowNoted());
    const change = changesSince(starts.get(queryHash) ?? nowNoted());
    if (change) putOver(client, userId, queryKey, change);
  });
}
