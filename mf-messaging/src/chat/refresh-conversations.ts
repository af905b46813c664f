import type { QueryClient } from '@solvent/http';
import { conversationListKey, conversationListsKey, singleConversationsKey } from './chat-keys.ts';

/** Refreshes under way, by person: `again` once somebody asked meanwhile. */
const underWay = new Map<string, { again: boolean }>();

async function refreshOnce(client: QueryClient, userId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: conversationListsKey(userId) }),
    client.invalidateQueries({ queryKey: singleConversationsKey(userId) }),
    // The badge counts it on every page.
    client.refetchQueries({ queryKey: conversationListKey(userId, ''), exact: true, type: 'inactive' }),
  ]);
}

/**
 * Asks for the person's conversations again. One at a time: an answer under way may be older than the reason to ask, so who
 * asks meanwhile has it asked for once more, and hundred messages do not ask hundred times. A failed one leaves what is there.
 */
export async function refreshConversations(client: QueryClient, userId: string): Promise<void> {
  const present = underWay.get(userId);
  if (present) {
    present.again = true;
    return;
  }
  const turn = { again: true };
  underWay.set(userId, turn);
  try {
    while (turn.again) {
      turn.again = false;
      await refreshOnce(client, userId);
    }
  } finally {
    underWay.delete(userId);
  }
}
