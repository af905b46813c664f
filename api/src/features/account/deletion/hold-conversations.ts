import { eq, or } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/connect.ts';
import { conversations } from '../../../platform/db/schema/chat.ts';

/**
 * Lets nobody write to a person until the transaction ends: who waits then finds the account gone. Before the problems: whoever
 * stores a message about one holds its conversation. In one order, as for all that is locked many at a time.
 */
export async function holdConversations(tx: Tx, personId: string): Promise<void> {
  await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(or(eq(conversations.firstId, personId), eq(conversations.secondId, personId)))
    .orderBy(conversations.id)
    .for('no key update');
}
