import { eq } from 'drizzle-orm';
import type { Executor } from '../../platform/db/connect.ts';
import { notifications } from './schema.ts';
import { users } from '../accounts/schema/users.ts';

/** A query for notifications as `presentNotification` takes them; its conditions and order are the caller's. */
export const selectNotifications = (db: Executor) =>
  db
    .select({ notification: notifications, actorName: users.name })
    .from(notifications)
    .leftJoin(users, eq(users.id, notifications.actorId))
    .$dynamic();
