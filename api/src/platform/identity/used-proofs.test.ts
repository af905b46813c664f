import { eq } from 'drizzle-orm';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Database } from '../db/database.ts';
import { usedProofs } from './schema.ts';
import { proofHashOf, useProof } from './used-proofs.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const attempt = (proofHash: string) => database.db.transaction((tx) => useProof(tx, { proofHash }));
const USED = { code: 'identity_mismatch', message: 'This sign-in has been used already. Please start again.' };

describe('a proof', () => {
  it('is used by one of twenty at once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => attempt('contested')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => reason)).toEqual(Array.from({ length: 19 }, () => expect.objectContaining(USED)));
  });

  it('stays the same however its signature is spelled, and is another for other claims', () => {
    // The last letter of a signature carries bits that decoding drops.
    expect(Buffer.from('c2ln_A', 'base64url')).toEqual(Buffer.from('c2ln_B', 'base64url'));
    expect(proofHashOf('header.claims.c2ln_A')).toBe(proofHashOf('header.claims.c2ln_B'));
    expect(proofHashOf('header.others.c2ln_A')).not.toBe(proofHashOf('header.claims.c2ln_A'));
  });

  it('is unused again when what it was used for fails', async () => {
    const failing = database.db.transaction(async (tx) => {
      await useProof(tx, { proofHash: 'failed' });
      throw new Error('The rest failed');
    });
    await expect(failing).rejects.toThrow('The rest failed');
    await attempt('failed');
  });

  it('is remembered for longer than a token lives, and forgotten when the next one is used after that', async () => {
    await attempt('old');
    await attempt('young');
    const [row] = await database.db.select().from(usedProofs).where(eq(usedProofs.tokenHash, 'young'));
    expect((row?.expiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(3600 * 1000);
    await database.db
      .update(usedProofs)
      .set({ expiresAt: new Date(0) })
      .where(eq(usedProofs.tokenHash, 'old'));
    await attempt('next');
    const kept = (await database.db.select().from(usedProofs)).map(({ tokenHash }) => tokenHash);
    expect(kept).not.toContain('old');
    expect(kept).toEqual(expect.arrayContaining(['young', 'next']));
  });
});
