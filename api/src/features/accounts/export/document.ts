import type { UserRow } from '../schema.ts';
import { collectData } from './collect.ts';
import { ownMessages } from './messages.ts';
import { presentExport } from './presenter.ts';
import type { Db } from '../../../platform/db/connect.ts';

/** File name of the download of a user's data. */
export const exportName = (now: Date): string => `solvent-data-${now.toISOString().slice(0, 10)}.json`;

/** Serializers for the two kinds of values in the document. */
interface Serializers {
  rest: (value: Record<string, unknown>) => string;
  message: (value: Record<string, unknown>) => string;
}

/**
 * A user's current data as one JSON document, in pieces: hundreds of thousands of messages are neither in memory at once, nor
 * written in one go.
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
