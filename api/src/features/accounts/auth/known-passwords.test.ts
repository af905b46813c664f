import { refuseGuessable } from './passwords.ts';

const grace = { name: 'Grace Hopper', email: 'amazing.grace@example.com' };
const KNOWN = { password: 'This password is known from data breaches. Choose another one.' };
const OWN = { password: 'This password is your own name or email address. Choose another one.' };

describe('a password to be set', () => {
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
