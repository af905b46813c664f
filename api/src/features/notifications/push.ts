import { notificationTarget } from '@solvent/contracts';
import type { Notification } from '@solvent/contracts';
import { and, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { sessions } from '../accounts/schema.ts';
import { notifications, pushTurns } from './schema.ts';
import { presentNotification, selectNotifications } from './service.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import type { Db } from '../../platform/db/connect.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { PushProvider } from '../../platform/push/push-provider.ts';

/** Someone's devices hear of one matter at most this often (ms), whichever servers tell them. */
const PUSH_INTERVAL_MS = 5000;

/** What somebody's devices are to hear of: the latest of the matter of this notification. One that fails has its next turn then. */
const push = defineJob<{ notificationId: string }>('push', {
  retryLimit: 4,
  retryDelaySeconds: PUSH_INTERVAL_MS / 1000,
  expireInSeconds: 30,
  concurrency: 10,
});

/** The provider takes so many at once; nobody has more. */
const MAX_DEVICES = 500;
/** A push holds 4 KB at most: the texts are cut far below (characters). */
const MAX_TITLE_LENGTH = 200;
const MAX_BODY_LENGTH = 500;

/** A notification, and whose it is. */
interface AddressedNotification {
  userId: string;
  notification: Notification;
}

/** Pushes notifications to the devices of those they were made for. */
export interface Pusher {
  /** Adds that somebody's devices are to be told, if there are any; settles once that is stored. */
  push(told: AddressedNotification): Promise<void>;
}

const getTargetPath = (notification: Notification): string => notificationTarget(notification).href;

/** Devices that are signed in as somebody. */
async function findDeviceTokens(db: Db, userId: string): Promise<string[]> {
  const found = await db
    .select({ token: sessions.deviceToken })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date()), isNotNull(sessions.deviceToken)))
    .orderBy(desc(sessions.lastUsedAt))
    .limit(MAX_DEVICES);
  return found.flatMap(({ token }) => (token === null ? [] : [token]));
}

async function clearDeviceTokens(db: Db, tokens: string[]): Promise<void> {
  if (tokens.length > 0) await db.update(sessions).set({ deviceToken: null }).where(inArray(sessions.deviceToken, tokens));
}

/** So many of the latest about the same problem, conversation or module are looked at for one that leads where this one does. */
const MAX_CANDIDATES = 10;

/** The latest of the matter that a notification is of, read or not; undefined where it is gone. */
async function findLatestOfTarget(db: Db, id: string): Promise<AddressedNotification | undefined> {
  const [asked] = await selectNotifications(db).where(eq(notifications.id, id));
  if (asked === undefined) return undefined;
  const { userId, problemId, conversationId, moduleId } = asked.notification;
  const isSame = (
    column: typeof notifications.problemId | typeof notifications.conversationId | typeof notifications.moduleId,
    value: string | null,
  ) => sql`${column} IS NOT DISTINCT FROM ${value}`;
  const about = and(
    eq(notifications.userId, userId),
    isSame(notifications.problemId, problemId),
    isSame(notifications.conversationId, conversationId),
    isSame(notifications.moduleId, moduleId),
  );
  const found = await selectNotifications(db)
    .where(about)
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(MAX_CANDIDATES);
  const matter = getTargetPath(presentNotification(asked));
  const latest = found.map(presentNotification).find((one) => getTargetPath(one) === matter);
  return latest && { userId, notification: latest };
}

/** Takes the turn of somebody's devices for a matter. @returns how long it is until there is one (s); 0: it is taken */
async function claimSlot(db: Db, userId: string, matter: string): Promise<number> {
  const pause = sql`${PUSH_INTERVAL_MS} * interval '1 millisecond'`;
  const { rows } = await db.execute<{ wait: number }>(sql`
    WITH taken AS (
      INSERT INTO ${pushTurns} AS turn (user_id, matter, at) VALUES (${userId}, ${matter}, clock_timestamp())
      ON CONFLICT (user_id, matter) DO UPDATE SET at = excluded.at WHERE turn.at <= excluded.at - ${pause}
      RETURNING 1
    )
    SELECT CASE WHEN EXISTS (SELECT FROM taken) THEN 0 ELSE greatest(0.1, coalesce(
      (SELECT extract(epoch FROM at + ${pause} - clock_timestamp()) FROM ${pushTurns} WHERE user_id = ${userId} AND matter = ${matter}), ${PUSH_INTERVAL_MS / 1000}
    ))::float8 END AS wait`);
  return rows[0]?.wait ?? 0;
}

/** A {@link Pusher} to the push tokens of signed-in devices; tokens of devices that are gone are forgotten. */
export function createPusher({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, provider: PushProvider): Pusher {
  const add = ({ userId, notification }: AddressedNotification, after?: number) =>
    jobs.add(
      db,
      push,
      { notificationId: notification._id },
      { singletonKey: `${userId} ${getTargetPath(notification)}`, ...(after === undefined ? {} : { startAfterSeconds: after }) },
    );

  jobs.handle(push, async ({ notificationId }, { log, signal }) => {
    const latest = await findLatestOfTarget(db, notificationId);
    if (latest === undefined || latest.notification.read) return;
    const { userId, notification } = latest;
    const tokens = await findDeviceTokens(db, userId);
    if (tokens.length === 0) return;
    const matter = getTargetPath(notification);
    signal.throwIfAborted();
    const wait = await claimSlot(db, userId, matter);
    if (wait > 0) return add(latest, wait);
    const texts = { title: notification.title.slice(0, MAX_TITLE_LENGTH), body: notification.message.slice(0, MAX_BODY_LENGTH) };
    const { unregisteredTokens, failures } = await provider.send(tokens, { ...texts, path: matter });
    await clearDeviceTokens(db, unregisteredTokens);
    if (failures.length > 0) log.warn({ failures }, 'A notification did not reach all devices');
  });
  jobs.hourly('turns of devices', () =>
    db.delete(pushTurns).where(sql`${pushTurns.at} < now() - ${HOUR_MS} * interval '1 millisecond'`),
  );

  return {
    push: async (told) => {
      if ((await findDeviceTokens(db, told.userId)).length > 0) await add(told);
    },
  };
}
