import { hash } from '@node-rs/argon2';
import { testPasswordHasher } from '../../../testing/factories.ts';
import { FairSemaphore } from '../../../platform/concurrency/fair-semaphore.ts';
import { createPasswordHasher, limitPasswordHashing, listPasswordForms, assertNotGuessable } from './passwords.ts';
import type { PasswordHasher } from './passwords.ts';

describe('passwords', () => {
  it('are hashed with argon2id, a cost in the hash, and a random salt', async () => {
    const passwords = createPasswordHasher({ memoryKib: 64, passes: 3 });
    const [one, other] = await Promise.all([passwords.hash('secret'), passwords.hash('secret')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=64,t=3,p=1\$/);
    expect(one).not.toBe(other);
  });

  it('never match without a stored hash', async () => {
    const stored = await testPasswordHasher.hash('secret');
    expect(await testPasswordHasher.verify(stored, 'secret')).toBe(true);
    expect(await testPasswordHasher.verify(stored, 'Secret')).toBe(false);
    expect(await testPasswordHasher.verify(undefined, 'placeholder password')).toBe(false);
  });

  it.each([
    ['typed composed', 'caf\u00E9 \u212B \uFF11\u2460'],
    ['typed decomposed', 'cafe\u0301 A\u030A 11'],
    ['typed with compatibility letters', 'cafe\u0301 A\u030A \uFF11\u2460'],
  ])('match when %s, on any device (product 5.4)', async (_what, typed) => {
    const stored = await testPasswordHasher.hash(typed);
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
      expect(await testPasswordHasher.verify(stored, typed.normalize(form))).toBe(true);
    expect(await testPasswordHasher.verify(stored, 'cafe A 11')).toBe(false);
  });

  it.each([
    ['composed', 'caf\u00E9-2026'],
    ['decomposed', 'cafe\u0301-2026'],
    ['in neither form', 'caf\u00E9 cafe\u0301 \u2460'],
  ])('match hashes of what was typed %s before passwords were normalized', async (_what, typed) => {
    const stored = await hash(typed, { memoryCost: 64, timeCost: 1, parallelism: 1 });
    expect(await testPasswordHasher.verify(stored, typed)).toBe(true);
    const isMixed = typed.normalize('NFC') !== typed && typed.normalize('NFD') !== typed;
    for (const form of ['NFC', 'NFD'] as const)
      expect(await testPasswordHasher.verify(stored, typed.normalize(form))).toBe(!isMixed);
  });

  it('are compared once if they have one form', () => {
    expect([...listPasswordForms('solve-it-2026')]).toEqual(['solve-it-2026']);
    expect(listPasswordForms('\u2460 caf\u00E9').size).toBe(3);
  });

  it('are queued fairly: a flood from one /48 delays another network by one item', async () => {
    const started: string[] = [];
    const hasher: PasswordHasher = {
      hash: async (password) => `hash ${started.push(password)}`,
      verify: async (_stored, password) => started.push(password) > 0,
    };
    const semaphore = new FairSemaphore({
      running: [1, 1],
      waiting: [9, 9],
      rejectionMessage: 'Too many.',
      retryAfterSeconds: 3,
    });
    const passwords = limitPasswordHashing(hasher, semaphore);
    const flood = [1, 2, 3, 4].map((count) => passwords.hash(`flood ${count}`, `2001:db8:1:${count}::1`));
    expect(await passwords.verify('hash', 'mine', '192.0.2.1')).toBe(true);
    await Promise.all(flood);
    expect(started).toEqual(['flood 1', 'flood 2', 'mine', 'flood 3', 'flood 4']);
  });
});

describe('a new password (product 5.4)', () => {
  const grace = { name: 'Grace Hopper', email: 'amazing.grace@example.com' };
  const common = ['password', '12345678', 'Password123', 'QWERTYUIOP', 'iloveyou', 'trustno1'];
  const own = ['Grace Hopper', 'gracehopper', 'grace-hopper', 'amazing.grace@example.com', 'AmazingGrace'];
  const product = ['solvent1', 'Solvent-2026!', 'my.solvent', 'Solvent password 1'];

  it.each([
    ...common.map((password) => [password, 'known from data breaches']),
    ...own.map((password) => [password, 'your own name or email address']),
    ...product.map((password) => [password, "this site's name"]),
  ])('cannot be %s, which is %s', async (password, what) => {
    const errors = { password: `This password is ${what}. Choose another one.` };
    await expect(assertNotGuessable(password, grace)).rejects.toMatchObject({ code: 'invalid', errors });
  });

  it.each([
    'solve-it-2026',
    'solvents-and-glue',
    'correct-horse-battery-9',
    'difference-engine',
    'grace hopper wrote the first compiler',
    '!!!!????',
  ])('can be %s', async (password) => {
    await expect(assertNotGuessable(password, { ...grace, name: '?' })).resolves.toBeUndefined();
  });
});
