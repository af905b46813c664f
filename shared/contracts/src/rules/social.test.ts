/** @jest-environment node */
import { ValidationError } from 'yup';
import { socialAuthRules } from './social.ts';

const login = {
  email: ' Ada@Example.com ',
  socialId: '4711',
  socialType: 'github',
  socialMethod: 'login',
  name: ' Ada ',
  image: null,
  idToken: 'token',
};
const signUp = { ...login, socialMethod: 'signup', role: 'seeker' };

function messages(body: object): string[] {
  try {
    socialAuthRules.validateSync(body, { abortEarly: false });
    return [];
  } catch (error) {
    if (error instanceof ValidationError) return error.errors;
    throw error;
  }
}

describe('the rules of social sign-in', () => {
  it('take a login without role or areas, and trim', () => {
    expect(socialAuthRules.validateSync(login)).toMatchObject({ email: 'ada@example.com', name: 'Ada', expertiseAreas: [] });
  });

  it('drop the areas of a login and of a seeker', () => {
    expect(socialAuthRules.validateSync({ ...login, expertiseAreas: ['Rust'] }).expertiseAreas).toEqual([]);
    expect(socialAuthRules.validateSync({ ...signUp, expertiseAreas: ['Rust'] }).expertiseAreas).toEqual([]);
  });

  it("keep a solver's areas", () => {
    expect(socialAuthRules.validateSync({ ...signUp, role: 'solver', expertiseAreas: [' Rust '] }).expertiseAreas).toEqual([
      'Rust',
    ]);
  });

  it.each([
    ['a sign-up without a role', { ...signUp, role: undefined }, 'Choose how you want to use Solvent'],
    ['a solver without areas', { ...signUp, role: 'solver' }, 'Please add at least one area of expertise'],
    ['another provider', { ...login, socialType: 'linkedin' }, 'Choose GitHub or Google'],
    ['another method', { ...login, socialMethod: 'guess' }, 'Choose login or signup'],
    ['no token', { ...login, idToken: '' }, 'The identity is incomplete'],
    ['no address', { ...login, email: '' }, 'Email is required'],
  ])('refuse %s', (_name, body, message) => {
    expect(messages(body)).toContain(message);
  });
});
