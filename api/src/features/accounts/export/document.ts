import type { UserRow } from '../schema.ts';
import { collectData } from './collect.ts';
import { ownMessages } from './messages.ts';
import { presentExport } from './presenter.ts';
import type { Db } from '../../../platform/db/connect.ts';

/** What a download of one's data is called. */
export const exportName = (now: Date): string => `solvent-data-${now.toISOString().slice(0, 10)}.json`;

/** How the two kinds of values in the document become JSON. */
interface Serializers {
  rest: (value: Record<string, unknown>) => string;
  message: (value: Record<string, unknown>) => string;
}

/**
 * A person's data as of now, as one JSON document in pieces: hundreds of thousands of messages are neither in memory at once, nor written in
 * one go.
 */
export async function* exportedDocument(
  db: Db,
  user: UserRow,
  now: Date,
  { rest, message }: Serializers,
): AsyncGenerator<string> {
  const data = rest({ status: true, ...presentExport(await collectData(db, user), now) });
  yield `${data.slice(0, -1)},"messages":[`;
  let separator = '';
  for await (const some of ownMessages(db, user.id, now)) {
    yield separator + some.map(message).join(',');
    separator = ',';
  }
  yield ']}';
}
