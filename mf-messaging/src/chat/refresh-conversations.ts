import type { QueryClient } from '@solvent/http';
import { atMostEvery } from './at-most-every.ts';
import { conversationListKey, conversationListsKey, singleConversationsKey } from './chat-keys.ts';

/** A burst of reasons asks this often (ms). */
const REST = 500;

/**
 * Asks for the person's conversations again: the whole list, the search that is shown, single ones that are shown. An answer under
 * way may be older than the reason to ask, so it is dropped. A failed one leaves what is there.
 */
export function refreshConversations(client: QueryClient, userId: string): void {
  atMostEvery(REST, client, `conversations of ${userId}`, () => {
    void client.invalidateQueries({ queryKey: conversationListsKey(userId) });
    void client.invalidateQueries({ queryKey: singleConversationsKey(userId) });
    // The badge counts it on every page.
    void client.refetchQueries({ queryKey: conversationListKey(userId, ''), exact: true, type: 'inactive' });
  });
}
