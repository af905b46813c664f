import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../../platform/db/connect.ts';
import { moduleDownloads, moduleFigures } from '../../schema.ts';
import { networkOf } from '../../../../platform/http/network.ts';

/** Who downloads: somebody signed in, or the network address of a visitor. */
export interface Downloader {
  userId: string | undefined;
  ip: string;
}

/** `2026-11-21` in UTC. */
const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/** A name that tells nobody who it is: without the key, the few addresses that there are could be tried. */
function nameOf(key: Buffer, { userId, ip }: Downloader, day: string): string {
  const who = userId === undefined ? `visitor ${networkOf(ip)} ${day}` : `person ${userId}`;
  return createHmac('sha256', key).update(who).digest('hex');
}

/** Counts a download of a module, once a person or visitor and day (UTC), however many come at once. */
export function countDownload(db: Db, key: Buffer, moduleId: string, downloader: Downloader, now = new Date()): Promise<void> {
  const day = dayOf(now);
  const download = { moduleId, day, who: nameOf(key, downloader, day), userId: downloader.userId ?? null };
  return db.transaction(async (tx) => {
    const counted = await tx
      .insert(moduleDownloads)
      .values(download)
      .onConflictDoNothing()
      .returning({ day: moduleDownloads.day });
    if (counted.length === 0) return;
    await tx
      .update(moduleFigures)
      .set({ downloads: sql`${moduleFigures.downloads} + 1` })
      .where(eq(moduleFigures.moduleId, moduleId));
  });
}
