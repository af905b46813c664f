import { eq } from 'drizzle-orm';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Database } from '../db/database.ts';
import { usedProofs } from '../schema.ts';
import { deleteOldProofs, hashProof, useProof } from './proofs.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const attempt = (proofHash: string) => database.db.transaction((tx) => useProof(tx, { proofHash }));
const USED = { code: 'identity_mismatch', message: 'This sign-in has been used already. Please start again.' };

describe('a proof', () => {
  it('is used by one of twenty concurrent attempts', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => attempt('contested')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(rejected.map(({ reason }) => reason)).toEqual(Array.from({ length: 19 }, () => expect.objectContaining(USED)));
  });

  it('has the same hash for all encodings of its signature, and another for other claims', () => {
    // The last character has bits that decoding drops.
    expect(Buffer.from('c2ln_A', 'base64url')).toEqual(Buffer.from('c2ln_B', 'base64url'));
    expect(hashProof('header.claims.c2ln_A')).toBe(hashProof('header.claims.c2ln_B'));
    expect(hashProof('header.others.c2ln_A')).not.toBe(hashProof('header.claims.c2ln_A'));
  });

  it('is unused again after a rollback', async () => {
    const failing = database.db.transaction(async (tx) => {
      await useProof(tx, { proofHash: 'failed' });
      throw new Error('The rest failed');
    });
    await expect(failing).rejects.toThrow('The rest failed');
    await attempt('failed');
  });

  it('is kept for longer than a token is valid, and deleted later', async () => {
    await attempt('old');
    await attempt('young');
    const [row] = await database.db.select().from(usedProofs).where(eq(usedProofs.tokenHash, 'young'));
    expect((row?.expiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(3600 * 1000);
    await database.db
      .update(usedProofs)
      .set({ expiresAt: new Date(0) })
      .where(eq(usedProofs.tokenHash, 'old'));
    await deleteOldProofs(database.db);
    const remaining = (await database.db.select().from(usedProofs)).map(({ tokenHash }) => tokenHash);
    expect(remaining).not.toContain('old');
    expect(remaining).toContain('young');
  });
});
