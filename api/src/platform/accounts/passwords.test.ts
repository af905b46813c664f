import { testPasswords } from '../../testing/factories.ts';
import { createPasswordHasher } from './passwords.ts';

describe('passwords', () => {
  it('are hashed with argon2id, differently each time', async () => {
    const [one, other] = await Promise.all([testPasswords.hash('secret'), testPasswords.hash('secret')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$/);
    expect(one).not.toBe(other);
  });

  it('carry their cost', async () => {
    expect(await createPasswordHasher({ memoryKib: 64, passes: 3 }).hash('secret')).toContain('m=64,t=3,p=1');
  });

  it('are right or wrong', async () => {
    const stored = await testPasswords.hash('secret');
    expect(await testPasswords.verify(stored, 'secret')).toBe(true);
    expect(await testPasswords.verify(stored, 'Secret')).toBe(false);
  });

  it('are never right for nobody', async () => {
    expect(await testPasswords.verify(undefined, 'the password of nobody')).toBe(false);
  });
});
