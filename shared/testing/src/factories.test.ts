import { createProblemRules, signUpRules } from '@solvent/contracts/rules';
import { clearSession, getSession } from '@solvent/store';
import { buildModule, buildNotification, buildProblem, buildUser, signInAs } from './factories.ts';

describe.each([
  ['a user', buildUser, '_id'],
  ['a problem', buildProblem, '_id'],
  ['a notification', buildNotification, '_id'],
  ['a module', buildModule, 'id'],
] as const)('%s', (_name, build, id) => {
  it('is another one each time', () => {
    const ids = [build(), build()].map((made) => new Map(Object.entries(made)).get(id));
    expect(ids[0]).toMatch(/^\w+-\d+$/);
    expect(ids[1]).not.toBe(ids[0]);
  });

  it('is as the test wants it', () => {
    expect(build({ [id]: 'mine' })).toHaveProperty(id, 'mine');
  });
});

it('what is made keeps the rules of the product', () => {
  const { name, email, role, expertiseAreas } = buildUser();
  expect(signUpRules.isValidSync({ name, email, role, expertiseAreas, password: 'correct horse' })).toBe(true);
  const { title, description, category, tags, budget } = buildProblem();
  expect(createProblemRules.isValidSync({ title, body: description, category, tags, budget })).toBe(true);
});

it('signing in is writing a session', () => {
  const user = signInAs({ role: 'solver' });
  expect(getSession()).toEqual({ userData: user, isLogin: true });
  expect(user.role).toBe('solver');
  clearSession();
});
