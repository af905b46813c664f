/** @jest-environment node */
import { letters, messagesByField } from '../testing/messages-by-field.ts';
import {
  changePasswordRules,
  loginRules,
  newPasswordFormRules,
  signUpFormRules,
  signUpRules,
  switchRoleRules,
} from './accounts.ts';
import { deleteAccountRules, deviceTokenRules, resetPasswordRules, verifyEmailRules } from './actions.ts';
import { socialAuthRules } from './social.ts';

const seeker = { name: 'Ada Park', email: 'ada@example.com', password: 'correct horse', role: 'seeker' };
const solver = { ...seeker, role: 'solver', expertiseAreas: ['Rust'] };
const skillsOf = (count: number) => Array.from({ length: count }, (_, index) => `Skill ${index}`);

describe('sign-up (product 5.2)', () => {
  it('takes a seeker without areas of expertise, and a solver with one', () => {
    expect(messagesByField(signUpRules, seeker)).toEqual({});
    expect(messagesByField(signUpRules, solver)).toEqual({});
  });

  it('requires name, email, password and role', () => {
    expect(messagesByField(signUpRules, {})).toMatchObject({
      name: ['Name is required'],
      email: ['Email is required'],
      password: expect.arrayContaining(['Password is required']),
      role: ['Choose how you want to use Solvent'],
    });
  });

  it.each<[field: string, value: unknown, message: string]>([
    ['name', '   ', 'Name is required'],
    ['name', letters(81), 'Name cannot exceed 80 characters'],
    ['email', 'ada', 'Please enter a valid email address'],
    ['email', 'ada@', 'Please enter a valid email address'],
    ['email', 'ada park@example.com', 'Please enter a valid email address'],
    ['email', `${letters(250)}@example.com`, 'Email cannot exceed 254 characters'],
    ['password', 'seven77', 'Password must be at least 8 characters'],
    ['password', letters(129), 'Password cannot exceed 128 characters'],
    ['role', 'admin', 'Choose how you want to use Solvent'],
  ])('refuses the %s "%s"', (field, value, message) => {
    expect(messagesByField(signUpRules, { ...seeker, [field]: value })[field]).toContain(message);
  });

  it.each([
    ['name', letters(80)],
    ['password', letters(8)],
    ['password', letters(128)],
    ['password', '        '],
  ])('takes the %s "%s": limits are within', (field, value) => {
    expect(messagesByField(signUpRules, { ...seeker, [field]: value })).toEqual({});
  });

  it('trims the name and the email, and writes the email in lower case; the password stays as typed', () => {
    const typed = { ...seeker, name: ' Ada ', email: ' Ada@Example.COM ', password: ' secret word ' };
    expect(signUpRules.validateSync(typed)).toMatchObject({ name: 'Ada', email: 'ada@example.com', password: ' secret word ' });
  });

  it("drops a seeker's areas of expertise", () => {
    expect(signUpRules.validateSync({ ...seeker, expertiseAreas: ['Rust'] }).expertiseAreas).toEqual([]);
    expect(signUpRules.validateSync(seeker).expertiseAreas).toEqual([]);
  });

  it.each<[what: string, areas: unknown]>([
    ['an empty list', []],
    ['no list', undefined],
  ])("refuses a solver's %s of areas: 'Please add at least one area of expertise'", (_what, expertiseAreas) => {
    expect(messagesByField(signUpRules, { ...solver, expertiseAreas }).expertiseAreas).toContain(
      'Please add at least one area of expertise',
    );
  });

  it('takes 20 areas, and no more', () => {
    expect(messagesByField(signUpRules, { ...solver, expertiseAreas: skillsOf(20) })).toEqual({});
    expect(messagesByField(signUpRules, { ...solver, expertiseAreas: skillsOf(21) })).toEqual({
      expertiseAreas: ['You can add up to 20 areas of expertise'],
    });
  });

  it('refuses a duplicate, however it is written or spaced', () => {
    expect(messagesByField(signUpRules, { ...solver, expertiseAreas: ['Rust', ' rust '] })).toEqual({
      expertiseAreas: ['Each area of expertise can be added once'],
    });
  });

  it('names the place of an area that is empty or too long', () => {
    const areas = ['Rust', '  ', letters(41)];
    expect(messagesByField(signUpRules, { ...solver, expertiseAreas: areas })).toEqual({
      'expertiseAreas[1]': ['An area of expertise cannot be empty'],
      'expertiseAreas[2]': ['A skill cannot exceed 40 characters'],
    });
  });
});

describe('the sign-up form (product 5.2)', () => {
  const AGREE = 'You must agree to the Terms of Service and Privacy Policy';

  it.each([[false], [undefined]])('refuses terms of %s', (terms) => {
    expect(messagesByField(signUpFormRules, { ...seeker, terms }).terms).toContain(AGREE);
  });

  it('asks for what the server asks for, and is content once the terms are ticked', () => {
    expect(messagesByField(signUpFormRules, { ...seeker, terms: true })).toEqual({});
    expect(messagesByField(signUpFormRules, { terms: true })).toHaveProperty('email');
  });
});

describe('login (product 3.17)', () => {
  it('needs an email and a password', () => {
    expect(messagesByField(loginRules, {})).toEqual({ email: ['Email is required'], password: ['Password is required'] });
  });

  it('takes a password shorter than a new one may be, and none that is absurdly long', () => {
    expect(messagesByField(loginRules, { email: 'ada@example.com', password: 'old' })).toEqual({});
    expect(messagesByField(loginRules, { email: 'ada@example.com', password: letters(1025) })).toEqual({
      password: ['Password is too long'],
    });
  });

  it('finds the account whatever the case of the email', () => {
    expect(loginRules.validateSync({ email: ' ADA@example.com', password: 'x' }).email).toBe('ada@example.com');
  });
});

describe('the e-mail link', () => {
  it('carries a token', () => {
    expect(messagesByField(verifyEmailRules, { idToken: 'token' })).toEqual({});
    expect(messagesByField(verifyEmailRules, { idToken: '' })).toEqual({ idToken: ['The link is incomplete'] });
  });
});

describe('switching the role (product 3.19)', () => {
  it('needs areas of expertise; the role is the other one when none is named', () => {
    expect(messagesByField(switchRoleRules, { expertiseAreas: ['Rust'] })).toEqual({});
    expect(messagesByField(switchRoleRules, { expertiseAreas: ['Rust'], role: 'solver' })).toEqual({});
    expect(messagesByField(switchRoleRules, {}).expertiseAreas).toContain('Please add at least one area of expertise');
  });

  it('knows no other role', () => {
    expect(messagesByField(switchRoleRules, { expertiseAreas: ['Rust'], role: 'admin' })).toHaveProperty('role');
  });
});

describe('choosing a new password (product 5.4)', () => {
  const short = { password: ['Password must be at least 8 characters'] };

  it('by link needs the link and a good password', () => {
    expect(messagesByField(resetPasswordRules, { idToken: 'token', password: letters(8) })).toEqual({});
    expect(messagesByField(resetPasswordRules, { idToken: '', password: letters(7) })).toEqual({
      idToken: ['The link is incomplete'],
      ...short,
    });
    expect(messagesByField(resetPasswordRules, { password: letters(8) })).toEqual({ idToken: ['The link is incomplete'] });
  });

  it('has a form that asks for the password alone', () => {
    expect(messagesByField(newPasswordFormRules, { password: letters(128) })).toEqual({});
    expect(messagesByField(newPasswordFormRules, { password: letters(7) })).toEqual(short);
    expect(messagesByField(newPasswordFormRules, {})).toEqual({ password: ['Password is required'] });
  });

  it('in the account needs the current one, which may be shorter than one may be today', () => {
    expect(messagesByField(changePasswordRules, { currentPassword: 'old', password: letters(8) })).toEqual({});
    expect(messagesByField(changePasswordRules, { currentPassword: '', password: letters(129) })).toEqual({
      currentPassword: ['Your current password is required'],
      password: ['Password cannot exceed 128 characters'],
    });
    expect(messagesByField(changePasswordRules, { currentPassword: letters(1025), password: letters(8) })).toEqual({
      currentPassword: ['Password is too long'],
    });
  });
});

describe('the push token of a device', () => {
  it('is a text, or null for none', () => {
    expect(messagesByField(deviceTokenRules, { deviceToken: 'token' })).toEqual({});
    expect(messagesByField(deviceTokenRules, { deviceToken: null })).toEqual({});
  });

  it.each([[undefined], [''], [letters(4097)]])('is not "%s"', (deviceToken) => {
    expect(messagesByField(deviceTokenRules, { deviceToken })).toHaveProperty('deviceToken');
  });
});

describe('deleting the account', () => {
  it('takes a password or a token: which of them it needs, the server knows', () => {
    expect(messagesByField(deleteAccountRules, { password: 'old' })).toEqual({});
    expect(messagesByField(deleteAccountRules, { idToken: 'token' })).toEqual({});
  });

  it('takes neither at an absurd length', () => {
    const both = { password: letters(1025), idToken: letters(8193) };
    expect(messagesByField(deleteAccountRules, both)).toMatchObject({
      password: ['Password is too long'],
      idToken: [expect.any(String)],
    });
  });
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
  it('take a login without role or areas, and trim', () => {
    expect(socialAuthRules.validateSync(socialLogin)).toMatchObject({
      email: 'ada@example.com',
      name: 'Ada',
      expertiseAreas: [],
    });
  });

  it('drop the areas of a login and of a seeker', () => {
    expect(socialAuthRules.validateSync({ ...socialLogin, expertiseAreas: ['Rust'] }).expertiseAreas).toEqual([]);
    expect(socialAuthRules.validateSync({ ...socialSignUp, expertiseAreas: ['Rust'] }).expertiseAreas).toEqual([]);
  });

  it("keep a solver's areas", () => {
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
  ])('refuse %s', (_name, body, message) => {
    expect(messages(body)).toContain(message);
  });
});
