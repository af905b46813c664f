import type { User } from '@solvent/contracts';
import { presentUser } from '../../platform/accounts/present-user.ts';
import type { Device } from '../../platform/accounts/sessions.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { UserRow } from '../../platform/db/schema/users.ts';
import type { Deps } from '../../platform/deps.ts';

/** What a transaction that signs somebody in is given. */
export interface Entry {
  tx: Tx;
  /** Signs in. @returns the person with the token */
  start(user: UserRow, device: Device): Promise<User>;
  /** The ids of sessions that end with the transaction. */
  ended: string[];
}

/** Runs a transaction that may sign somebody in; after the commit the pages of the sessions that ended for it are told. */
export async function withSession({ db, sessions, realtime }: Deps, work: (entry: Entry) => Promise<User>): Promise<User> {
  const ended: string[] = [];
  const answer = await db.transaction((tx) => {
    const start = async (user: UserRow, device: Device): Promise<User> => {
      const started = await sessions.start(user.id, device, tx);
      ended.push(...started.ended);
      return presentUser(user, started.token);
    };
    return work({ tx, start, ended });
  });
  for (const sessionId of ended) realtime.disconnectSession(sessionId);
  return answer;
}
