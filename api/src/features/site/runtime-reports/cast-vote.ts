import { and, not, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/connect.ts';
import { canaryVotes } from '../schema/runtime.ts';
import type { MadePage } from '../page-tokens.ts';

/** What a page says of a version. */
export interface Vote {
  channel: string;
  name: string;
  version: string;
  failed: boolean;
}

/**
 * Counts a page's word on a version, if no other page speaks already for its network in the hour in which it was made: the first
 * one does, and nobody chooses a worse or a better one afterwards. It can say later that the version failed after all.
 *
 * @returns whether it is heard for the first time that the version failed
 */
export async function castVote(db: Db, page: MadePage, vote: Vote): Promise<boolean> {
  const counted = await db
    .insert(canaryVotes)
    .values({ ...vote, hour: hourOf(page.madeAt), network: page.network, page: page.id })
    .onConflictDoUpdate({
      target: [canaryVotes.channel, canaryVotes.name, canaryVotes.version, canaryVotes.hour, canaryVotes.network],
      set: { failed: true },
      setWhere: and(sql`excluded.failed`, sql`excluded.page = ${canaryVotes.page}`, not(canaryVotes.failed)),
    })
    .returning({ failed: canaryVotes.failed });
  return counted.some(({ failed }) => failed);
}

/** The full hour, UTC. */
export const hourOf = (time: Date) => new Date(Math.floor(time.getTime() / 3_600_000) * 3_600_000);
