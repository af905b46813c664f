import type { UserRow } from '../schema.ts';
import { collectData } from './collect.ts';
import { readMessages } from './messages.ts';
import { readNotifications } from './notifications.ts';
import { presentExport } from './presenter.ts';
import type { Db } from '../../../platform/db/connect.ts';

export const getExportFileName = (now: Date): string => `solvent-data-${now.toISOString().slice(0, 10)}.json`;

type Serialize = (value: Record<string, unknown>) => string;

interface Serializers {
  rest: Serialize;
  notification: Serialize;
  message: Serialize;
}

async function* listProperty<Item extends object>(
  name: string,
  pages: AsyncIterable<Item[]>,
  serialize: (item: Item) => string,
): AsyncGenerator<string> {
  yield `,"${name}":[`;
  let separator = '';
  for await (const items of pages) {
    yield separator + items.map(serialize).join(',');
    separator = ',';
  }
  yield ']';
}

/** Yields a user's data as one JSON document in chunks, because there can be hundreds of thousands of messages. */
export async function* streamUserExport(db: Db, user: UserRow, now: Date, serializers: Serializers): AsyncGenerator<string> {
  const data = await collectData(db, user);
  yield serializers.rest({ status: true, ...presentExport(data, now) }).slice(0, -1);
  const { notification, message } = serializers;
  yield* listProperty('notifications', readNotifications(db, data.notificationIds), (item) => notification({ ...item }));
  yield* listProperty('messages', readMessages(db, user.id, now), message);
  yield '}';
}
