/** @jest-environment node */
import { expectFields } from '../testing/expect-fields.ts';
import { letters, messagesByField } from '../testing/messages-by-field.ts';
import {
  changePasswordRules,
  loginRules,
  newPasswordFormRules,
  signUpFormRules,
  signUpRules,
  switchRoleRules,
} from './accounts.ts';
import { deleteAccountRules, deviceTokenRules, linkIdentityRules, resetPasswordRules, verifyEmailRules } from './actions.ts';
import { socialAuthRules } from './social.ts';

const seeker = { name: 'Ada Park', email: 'ada@example.com', password: 'correct horse', role: 'seeker' };
const solver = { ...seeker, role: 'solver', expertiseAreas: ['Rust'] };
const BAD_EMAIL = 'Please enter a valid email address';
const NO_AREA = 'Please add at least one area of expertise';
const createSkills = (count: number) => Array.from({ length: count }, (_, index) => `Skill ${index}`);

describe('sign-up (product 5.2)', () => {
  it('requires name, email, password and role', () => {
    expect(messagesByField(signUpRules, {})).toMatchObject({
      name: ['Name is required'],
      email: ['Email is required'],
      password: expect.arrayContaining(['Password is required']),
      role: ['Choose how you want to use Solvent'],
    });
  });

  expectFields(signUpRules, seeker, [
    ['name', '   ', 'Name is required'],
    ['name', letters(80)],
    ['name', letters(81), 'Name cannot exceed 80 characters'],
    ['email', 'ada', BAD_EMAIL],
    ['email', 'ada@', BAD_EMAIL],
    ['email', 'ada park@example.com', BAD_EMAIL],
    ['email', `${letters(250)}@example.com`, 'Email cannot exceed 254 characters'],
    ['password', 'seven77', 'Password must be at least 8 characters'],
    ['password', '        '],
    ['password', letters(128)],
    ['password', letters(129), 'Password cannot exceed 128 characters'],
    ['role', 'admin', 'Choose how you want to use Solvent'],
  ]);
  expectFields(signUpRules, solver, [
    ['expertiseAreas', [], NO_AREA],
    ['expertiseAreas', undefined, NO_AREA],
    ['expertiseAreas', createSkills(20)],
    ['expertiseAreas', createSkills(21), 'You can add up to 20 areas of expertise'],
    ['expertiseAreas', ['Rust', ' rust '], 'Each area of expertise can be added once'],
  ]);

  it('trims name and email, lowercases the email, and keeps the password as typed', () => {
    const typed = { ...seeker, name: ' Ada ', email: ' Ada@Example.COM ', password: ' secret word ' };
    expect(signUpRules.validateSync(typed)).toMatchObject({ name: 'Ada', email: 'ada@example.com', password: ' secret word ' });
  });

  it("drops a seeker's areas of expertise", () => {
    expect(signUpRules.validateSync({ ...seeker, expertiseAreas: ['Rust'] }).expertiseAreas).toEqual([]);
    expect(signUpRules.validateSync(seeker).expertiseAreas).toEqual([]);
  });

  it('names the index of an empty or too long area', () => {
    const areas = ['Rust', '  ', letters(41)];
    expect(messagesByField(signUpRules, { ...solver, expertiseAreas: areas })).toEqual({
      'expertiseAreas[1]': ['An area of expertise cannot be empty'],
      'expertiseAreas[2]': ['An area of expertise cannot exceed 40 characters'],
    });
  });
});

describe('sign-up form (product 5.2)', () => {
  const AGREE = 'You must agree to the Terms of Service and Privacy Policy';

  it.each([[false], [undefined]])('rejects terms of %s', (terms) => {
    expect(messagesByField(signUpFormRules, { ...seeker, terms }).terms).toContain(AGREE);
  });

  it('applies the rules of the request and requires consent', () => {
    expect(messagesByField(signUpFormRules, { ...seeker, terms: true })).toEqual({});
    expect(messagesByField(signUpFormRules, { terms: true })).toHaveProperty('email');
  });
});

describe('login (product 3.17)', () => {
  expectFields(loginRules, { email: 'ada@example.com', password: 'old' }, [
    ['email', undefined, 'Email is required'],
    ['password', undefined, 'Password is required'],
    ['password', letters(1025), 'Password is too long'],
  ]);

  it('normalizes the case of the email', () => {
    expect(loginRules.validateSync({ email: ' ADA@example.com', password: 'x' }).email).toBe('ada@example.com');
  });
});

describe('switching the role (product 3.19)', () => {
  expectFields(switchRoleRules, { expertiseAreas: ['Rust'] }, [
    ['expertiseAreas', undefined, NO_AREA],
    ['role', 'solver'],
    ['role', 'admin', 'Choose how you want to use Solvent'],
  ]);
});

describe('new password and emailed link (product 5.4)', () => {
  const TOO_SHORT = 'Password must be at least 8 characters';

  const link = { email: 'ada@example.com', oobCode: 'code' };
  expectFields(verifyEmailRules, link, [
    ['oobCode', '', 'The link is incomplete'],
    ['oobCode', letters(1025), 'The link is incomplete'],
    ['email', '', 'Email is required'],
  ]);
  expectFields(resetPasswordRules, { ...link, password: letters(8) }, [
    ['oobCode', '', 'The link is incomplete'],
    ['oobCode', undefined, 'The link is incomplete'],
    ['password', letters(7), TOO_SHORT],
    ['keep', [{ type: 'github', id: '4711' }]],
    ['keep', Array.from({ length: 21 }, () => ({ type: 'github', id: '4711' })), 'You can keep up to 20 accounts'],
  ]);

  it('unlinks accounts by default', () => {
    expect(resetPasswordRules.validateSync({ ...link, password: letters(8) }).keep).toEqual([]);
    expect(messagesByField(resetPasswordRules, { ...link, password: letters(8), keep: [{ type: 'linkedin', id: '' }] })).toEqual({
      'keep[0].type': ['Choose GitHub or Google'],
      'keep[0].id': ['The identity is incomplete'],
    });
  });

  expectFields(newPasswordFormRules, { password: letters(128) }, [
    ['password', letters(7), TOO_SHORT],
    ['password', undefined, 'Password is required'],
  ]);
  expectFields(changePasswordRules, { currentPassword: 'old', password: letters(8) }, [
    ['currentPassword', '', 'Your current password is required'],
    ['currentPassword', letters(1025), 'Password is too long'],
    ['password', letters(129), 'Password cannot exceed 128 characters'],
  ]);
});

describe('push token of a device', () => {
  expectFields(deviceTokenRules, { deviceToken: 'token' }, [['deviceToken', null]]);

  it.each([[undefined], [''], [letters(4097)]])('rejects "%s"', (deviceToken) => {
    expect(messagesByField(deviceTokenRules, { deviceToken })).toHaveProperty('deviceToken');
  });
});

describe('deleting the account', () => {
  expectFields(deleteAccountRules, {}, [
    ['password', 'old'],
    ['password', letters(1025), 'Password is too long'],
    ['idToken', 'token'],
  ]);

  it('rejects an ID token above the maximum length', () => {
    expect(messagesByField(deleteAccountRules, { idToken: letters(8193) })).toHaveProperty('idToken');
  });
});

describe('linking a GitHub or Google account', () => {
  expectFields(linkIdentityRules, { newIdToken: 'token' }, [
    ['newIdToken', '', 'The identity is incomplete'],
    ['password', 'old'],
    ['idToken', 'token'],
  ]);
});

const socialLogin = {
  email: ' Ada@Example.com ',
  socialId: '4711',
  socialType: 'github',
  socialMethod: 'login',
  name: ' Ada ',
  image: null,
  idToken: 'token',
};
const socialSignUp = { ...socialLogin, socialMethod: 'signup', role: 'seeker' };

const messages = (body: object) => Object.values(messagesByField(socialAuthRules, body)).flat();

describe('social sign-in (product 11.11)', () => {
  it('accepts a login without role and areas, and trims', () => {
    expect(socialAuthRules.validateSync(socialLogin)).toMatchObject({
      email: 'ada@example.com',
      name: 'Ada',
      expertiseAreas: [],
    });
  });

  it('drops the areas of a login and of a seeker', () => {
    expect(socialAuthRules.validateSync({ ...socialLogin, expertiseAreas: ['Rust'] }).expertiseAreas).toEqual([]);
    expect(socialAuthRules.validateSync({ ...socialSignUp, expertiseAreas: ['Rust'] }).expertiseAreas).toEqual([]);
  });

  it("keeps a solver's areas", () => {
    expect(socialAuthRules.validateSync({ ...socialSignUp, role: 'solver', expertiseAreas: [' Rust '] }).expertiseAreas).toEqual([
      'Rust',
    ]);
  });

  it.each([
    ['a sign-up without a role', { ...socialSignUp, role: undefined }, 'Choose how you want to use Solvent'],
    ['a solver without areas', { ...socialSignUp, role: 'solver' }, 'Please add at least one area of expertise'],
    ['another provider', { ...socialLogin, socialType: 'linkedin' }, 'Choose GitHub or Google'],
    ['another method', { ...socialLogin, socialMethod: 'guess' }, 'Choose login or signup'],
    ['no token', { ...socialLogin, idToken: '' }, 'The identity is incomplete'],
    ['no address', { ...socialLogin, email: '' }, 'Email is required'],
  ])('rejects %s', (_name, body, message) => {
    expect(messages(body)).toContain(message);
  });
});
