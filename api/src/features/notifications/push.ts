import { notificationTarget, cutText } from '@solvent/contracts';
import type { Notification } from '@solvent/contracts';
import { and, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Deps, AddressedNotification } from './service.ts';
import { notifications, pushTurns, sessions } from '../../schema/index.ts';
import { presentNotification, selectNotifications } from './service.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import type { Db } from '../../platform/db/connect.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { PushProvider } from '../../platform/push/firebase-push.ts';

/** Minimum time between pushes to one person with the same target, across all servers. */
const PUSH_INTERVAL_MS = 5000;

const push = defineJob<{ notificationId: string }>('push', {
  retryLimit: 4,
  retryDelaySeconds: PUSH_INTERVAL_MS / 1000,
  expireInSeconds: 30,
  concurrency: 10,
});

/** Number of characters. A push may have 4 KB. */
const MAX_TITLE_LENGTH = 200;
const MAX_BODY_LENGTH = 500;
const cutUnits = (text: string, max: number) => cutText(text, max, max);

/** Adds a job if the person has devices. Resolves once the job is stored. */
export type Pusher = (addressed: AddressedNotification) => Promise<void>;

const getTargetPath = (notification: Notification): string => notificationTarget(notification).href;

async function findDeviceTokens(db: Db, userId: string): Promise<string[]> {
  const found = await db
    .select({ token: sessions.deviceToken })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date()), isNotNull(sessions.deviceToken)));
  return found.flatMap(({ token }) => (token === null ? [] : [token]));
}

/** Number of latest notifications about the same problem, conversation, module or list that are compared by their target. */
const MAX_CANDIDATES = 10;

/** @returns the latest notification with the same target, read or not; undefined if the given one was deleted */
async function findLatestOfTarget(db: Db, id: string): Promise<AddressedNotification | undefined> {
  const [given] = await selectNotifications(db).where(eq(notifications.id, id));
  if (given === undefined) return undefined;
  const { userId } = given.notification;
  const subject = (['problemId', 'conversationId', 'moduleId', 'path'] as const).map(
    (name) => sql`${notifications[name]} IS NOT DISTINCT FROM ${given.notification[name]}`,
  );
  const about = and(eq(notifications.userId, userId), ...subject);
  const found = await selectNotifications(db)
    .where(about)
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(MAX_CANDIDATES);
  const path = getTargetPath(presentNotification(given));
  const latest = found.map(presentNotification).find((one) => getTargetPath(one) === path);
  return latest && { userId, notification: latest };
}

/** @returns 0 if the push may be sent now; otherwise the seconds to wait */
async function claimSlot(db: Db, userId: string, path: string): Promise<number> {
  const interval = sql`${PUSH_INTERVAL_MS} * interval '1 millisecond'`;
  const { rows } = await db.execute<{ wait: number }>(sql`
    WITH claimed AS (
      INSERT INTO ${pushTurns} AS slot (user_id, matter, at) VALUES (${userId}, ${path}, clock_timestamp())
      ON CONFLICT (user_id, matter) DO UPDATE SET at = excluded.at WHERE slot.at <= excluded.at - ${interval}
      RETURNING 1
    )
    SELECT CASE WHEN EXISTS (SELECT FROM claimed) THEN 0 ELSE greatest(0.1, coalesce(
      (SELECT extract(epoch FROM at + ${interval} - clock_timestamp()) FROM ${pushTurns} WHERE user_id = ${userId} AND matter = ${path}), ${PUSH_INTERVAL_MS / 1000}
    ))::float8 END AS wait`);
  return rows[0]?.wait ?? 0;
}

/** Pushes to signed-in devices and clears tokens that the provider no longer knows. */
export function createPusher({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, provider: PushProvider): Pusher {
  const add = ({ userId, notification }: AddressedNotification, delay: { startAfterSeconds?: number } = {}) => {
    const singletonKey = `${userId} ${getTargetPath(notification)}`;
    return jobs.add(db, push, { notificationId: notification._id }, { singletonKey, ...delay });
  };

  jobs.handle(push, async ({ notificationId }, { log, signal }) => {
    const latest = await findLatestOfTarget(db, notificationId);
    if (latest === undefined || latest.notification.read) return;
    const { userId, notification } = latest;
    const tokens = await findDeviceTokens(db, userId);
    if (tokens.length === 0) return;
    const path = getTargetPath(notification);
    signal.throwIfAborted();
    const wait = await claimSlot(db, userId, path);
    if (wait > 0) return add(latest, { startAfterSeconds: wait });
    const texts = {
      title: cutUnits(notification.title, MAX_TITLE_LENGTH),
      body: cutUnits(notification.message, MAX_BODY_LENGTH),
    };
    const { unregisteredTokens, errorCodes } = await provider.send(tokens, { ...texts, path });
    if (unregisteredTokens.length > 0)
      await db.update(sessions).set({ deviceToken: null }).where(inArray(sessions.deviceToken, unregisteredTokens));
    if (errorCodes.length > 0) log.warn({ failures: errorCodes }, 'A notification did not reach all devices');
  });
  jobs.hourly('turns of devices', () =>
    db.delete(pushTurns).where(sql`${pushTurns.at} < now() - ${HOUR_MS} * interval '1 millisecond'`),
  );

  return async (addressed) => {
    if ((await findDeviceTokens(db, addressed.userId)).length > 0) await add(addressed);
  };
}
