import { describeUnusableDatabase } from './connect.ts';

const failed = (message: string, code: string) => Object.assign(new Error(message), { code });

it.each([
  ['28P01', 'password authentication failed', 'check the user and the password'],
  ['28000', 'role "ada" does not exist', 'check the user, and that pg_hba.conf lets it in'],
  ['3D000', 'database "gone" does not exist', 'create the database, or correct its name'],
  ['ECONNREFUSED', 'connect ECONNREFUSED', 'check the address and that PostgreSQL runs'],
])('advises by the code %s', (code, message, advice) => {
  const sentence = `The database in DATABASE_URL cannot be used (${message}): ${advice}.`;
  expect(describeUnusableDatabase('DATABASE_URL', failed(message, code))).toBe(sentence);
});

it('shows the code of an error without a message', () => {
  expect(describeUnusableDatabase('DATABASE_URL', failed('', 'ECONNREFUSED'))).toContain('(ECONNREFUSED)');
});
