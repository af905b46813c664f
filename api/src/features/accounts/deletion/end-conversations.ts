import { eq, or } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/connect.ts';
import { conversations } from '../../messaging/schema.ts';

/**
 * Ends the conversations of a person: who writes to them at the same time waits, and then finds them ended. Before the problems: whoever
 * stores a message about one holds its conversation. In one order, as for all that is locked many at a time.
 */
export async function endConversations(tx: Tx, personId: string): Promise<void> {
  const own = or(eq(conversations.firstId, personId), eq(conversations.secondId, personId));
  await tx.select({ id: conversations.id }).from(conversations).where(own).orderBy(conversations.id).for('no key update');
  await tx.update(conversations).set({ ended: true }).where(own);
}
