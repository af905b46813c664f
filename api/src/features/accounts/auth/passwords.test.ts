import { testPasswords } from '../../../testing/factories.ts';
import { Turns } from '../../../platform/turns/turns.ts';
import { createPasswordHasher, passwordsInTurn, refuseGuessable } from './passwords.ts';

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

describe('passwords from many networks', () => {
  const BOUNDS = { atOnce: 2, atOnceEach: 2, waitingMax: 100, waitingMaxEach: 50, refusal: 'Too many.', retryAfter: 3 };

  /** Hashing that ends when the test says so. */
  function held() {
    const begun: { password: string; end: () => void }[] = [];
    const hash = (password: string) =>
      new Promise<string>((resolve) => {
        begun.push({ password, end: () => resolve(`hash of ${password}`) });
      });
    const verify = async () => false;
    return { begun, passwords: passwordsInTurn({ hash, verify }, new Turns(BOUNDS)) };
  }
  const turn = () =>
    new Promise<void>((resolve) => {
      setImmediate(resolve);
    });

  it('are hashed two at once, and another network waits for one of a flood, not for all of it', async () => {
    const { begun, passwords } = held();
    const flood = Array.from({ length: 40 }, (_, index) => passwords.hash(`flood ${index}`, `2001:db8:1:${index}::1`));
    await turn();
    expect(begun).toHaveLength(2);
    const other = passwords.hash('mine', '192.0.2.1');
    begun[0]?.end();
    await turn();
    begun[1]?.end();
    await turn();
    expect(begun.map(({ password }) => password).slice(2)).toContain('mine');
    for (let place = 2; place < 41; place += 1) {
      begun[place]?.end();
      await turn();
    }
    expect(await other).toBe('hash of mine');
    expect(await Promise.all(flood)).toHaveLength(40);
  });

  it('wait to a bound; who is refused hears when to come back', async () => {
    const { passwords } = held();
    const tries = Array.from({ length: 60 }, () => passwords.verify('x', 'flood', '192.0.2.1').catch((error: unknown) => error));
    const refused = (await Promise.all(tries)).filter((result) => result !== false);
    expect(refused).toHaveLength(8);
    expect(refused[0]).toMatchObject({ statusCode: 503, retryAfter: 3, message: 'Too many.' });
  });
});

const grace = { name: 'Grace Hopper', email: 'amazing.grace@example.com' };
const KNOWN = { password: 'This password is known from data breaches. Choose another one.' };
const OWN = { password: 'This password is your own name or email address. Choose another one.' };

describe('a password to be set (product 5.4)', () => {
  it.each(['password', '12345678', 'Password123', 'QWERTYUIOP', 'iloveyou', 'trustno1'])('cannot be %s', async (password) => {
    await expect(refuseGuessable(password, grace)).rejects.toMatchObject({ code: 'invalid', errors: KNOWN });
  });

  it.each(['Grace Hopper', 'gracehopper', 'grace-hopper', 'amazing.grace@example.com', 'AmazingGrace'])(
    'cannot be %s of Grace Hopper',
    async (password) => {
      await expect(refuseGuessable(password, grace)).rejects.toMatchObject({ code: 'invalid', errors: OWN });
    },
  );

  it.each(['solvent1', 'Solvent-2026!', 'my.solvent', 'Solvent password 1'])(
    'cannot be %s, which is made of the product',
    async (password) => {
      await expect(refuseGuessable(password, grace)).rejects.toMatchObject({
        code: 'invalid',
        errors: { password: "This password is this site's name. Choose another one." },
      });
    },
  );

  it.each([
    'solve-it-2026',
    'solvents-and-glue',
    'correct-horse-battery-9',
    'difference-engine',
    'grace hopper wrote the first compiler',
    '!!!!????',
  ])('can be %s', async (password) => {
    await expect(refuseGuessable(password, { ...grace, name: '?' })).resolves.toBeUndefined();
  });
});
