import type { User } from '@solvent/contracts';
import { presentUser } from './present-user.ts';
import type { Device } from './sessions.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import type { UserRow } from '../schema/users.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';
import type { Deps } from '../../../deps.ts';

/** What a transaction that signs somebody in is given. */
export interface Entry {
  tx: Tx;
  events: Events;
  /** Signs in. @returns the person with the token */
  start(user: UserRow, device: Device): Promise<User>;
}

/** Runs a transaction that may sign somebody in. */
export const withSession = ({ transact, sessions }: Deps, work: (entry: Entry) => Promise<User>): Promise<User> =>
  transact((tx, events) => {
    const start = async (user: UserRow, device: Device): Promise<User> =>
      presentUser(user, await sessions.start(tx, events, user.id, device));
    return work({ tx, events, start });
  });
