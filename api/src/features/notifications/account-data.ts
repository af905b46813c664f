import { notificationSchema } from '@solvent/contracts/schemas';
import { desc, eq, inArray } from 'drizzle-orm';
import { exportFields } from '../accounts/index.ts';
import type { AccountDeletionHook, Exporter } from '../accounts/index.ts';
import { notifications } from '../../schema/index.ts';
import { presentNotification, selectNotifications } from './service.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';

const PAGE_SIZE = 1000;

/** Collects ids, latest first. Paging by time would miss a notification that is updated meanwhile, which gets a new time. */
export async function collectNotificationIds(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.createdAt), desc(notifications.id));
  return rows.map(({ id }) => id);
}

/** Yields pages in the order of `ids`, without notifications that were deleted meanwhile. */
export async function* readNotifications(db: Db, ids: string[], pageSize = PAGE_SIZE) {
  for (let from = 0; from < ids.length; from += pageSize) {
    const page = ids.slice(from, from + pageSize);
    const found = await selectNotifications(db).where(inArray(notifications.id, page));
    const byId = new Map(found.map((row) => [row.notification.id, presentNotification(row)]));
    const items = page.flatMap((id) => byId.get(id) ?? []);
    if (items.length > 0) yield items;
  }
}

export const exporter: Exporter = {
  ...exportFields({}),
  list: {
    name: 'notifications',
    item: notificationSchema,
    async open(tx, { id }) {
      const ids = await collectNotificationIds(tx, id);
      return (db) => readNotifications(db, ids);
    },
  },
};

export const accountDeletion: AccountDeletionHook = {
  async erase(tx, { id }) {
    await tx.delete(notifications).where(eq(notifications.userId, id));
  },
};
