import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Disk } from 'flydrive';
import type { Create } from './exclusive-create.ts';
import { listBucket } from './list-bucket.ts';

/** Where claims lie, beside everything else. */
const CLAIMS = 'claims';

/** A claim so old is of somebody who died: nobody holds one longer than {@link HELD_AT_MOST} (ms). */
const CLAIM_DIES = 300_000;

/** How long a writer trusts its own claim (ms). Far below the other, since one request may take as long as a bucket is waited for. */
const HELD_AT_MOST = 20_000;

/** How long somebody waits who met another claim (ms): not all the same time, or they would meet again. */
const pause = () => wait(randomInt(20, 200));

/**
 * An exclusive create for buckets that only read, write and list, all of them consistently. Each writer first lays down a
 * claim and then looks who else has one: whoever looks later sees the other's claim, or what the other has made, so two never
 * both go on. Who sees another claim takes its own back and tries again.
 */
export function claimedCreate(disk: Disk): Create {
  return async (key, text) => {
    for (;;) {
      if (await disk.exists(key)) return false;
      const outcome = await underClaim(disk, key, async () => {
        if (await disk.exists(key)) return false;
        await disk.put(key, text);
        return true;
      });
      if (outcome !== 'busy') return outcome;
      await pause();
    }
  };
}

async function underClaim(disk: Disk, key: string, work: () => Promise<boolean>): Promise<boolean | 'busy'> {
  const folder = `${CLAIMS}/${key}`;
  const claim = `${folder}/${randomUUID()}`;
  await disk.put(claim, 'claim');
  const since = Date.now();
  try {
    if (await isClaimedByOthers(disk, folder, claim)) return 'busy';
    return Date.now() - since > HELD_AT_MOST ? 'busy' : await work();
  } finally {
    await disk.delete(claim);
  }
}

async function isClaimedByOthers(disk: Disk, folder: string, own: string): Promise<boolean> {
  const claims = await listBucket(disk, folder);
  const now = claims.find(({ key }) => key === own)?.writtenAt ?? new Date();
  const others = claims.filter(({ key }) => key !== own);
  const dead = others.filter(({ writtenAt }) => now.getTime() - writtenAt.getTime() > CLAIM_DIES);
  for (const { key } of dead) await disk.delete(key);
  return others.length > dead.length;
}
