import * as yup from 'yup';
import { ROLES, SOCIAL_METHODS, SOCIAL_TYPES } from '../accounts.ts';
import type { Role, SocialMethod, SocialType } from '../accounts.ts';
import { ACCOUNT } from '../constants.ts';
import { countryName } from '../countries.ts';
import { cleanedName, isMisleading } from '../one-line.ts';
import { markdown, oneLine } from './texts.ts';

const email = yup
  .string()
  .trim()
  .lowercase()
  .required('Email is required')
  .email('Please enter a valid email address')
  .max(ACCOUNT.emailMax, `Email cannot exceed ${ACCOUNT.emailMax} characters`);

/** A password to be set. The server refuses breached ones besides, under the same field. */
const newPassword = yup
  .string()
  .required('Password is required')
  .min(ACCOUNT.passwordMin, `Password must be at least ${ACCOUNT.passwordMin} characters`)
  .max(ACCOUNT.passwordMax, `Password cannot exceed ${ACCOUNT.passwordMax} characters`);

const skill = oneLine('A skill')
  .required('An area of expertise cannot be empty')
  .max(ACCOUNT.skillMax, `A skill cannot exceed ${ACCOUNT.skillMax} characters`);

const TOO_MANY_SKILLS = `You can add up to ${ACCOUNT.skillsMax} areas of expertise`;

/** Areas of which another field says whether they are asked for: whatever it says, they are no more than this. */
const anySkills = yup.array(yup.string().required()).max(ACCOUNT.skillsMax, TOO_MANY_SKILLS);

const skills = yup
  .array(skill)
  .max(ACCOUNT.skillsMax, TOO_MANY_SKILLS)
  .test('unique', 'Each area of expertise can be added once', (list) => {
    const lower = (list ?? []).map((item) => item.toLowerCase());
    return new Set(lower).size === lower.length;
  });

/** At least one area (product 5.2). */
const requiredSkills = skills
  .min(1, 'Please add at least one area of expertise')
  .required('Please add at least one area of expertise');

const role = yup.mixed<Role>().oneOf(ROLES, 'Choose how you want to use Solvent').required('Choose how you want to use Solvent');

const name = oneLine('Name')
  .required('Name is required')
  .max(ACCOUNT.nameMax, `Name cannot exceed ${ACCOUNT.nameMax} characters`);

/** The push token of the browser that signs in or up (product 3.17), where pushes for the session go: empty, or left out, where it has none. */
const deviceToken = yup.string().default('').max(4096);

/** `POST /auth/signup` (product 5.2): solvers need an area of expertise, seekers' areas are dropped. */
export const signUpRules = yup.object({
  name,
  email,
  password: newPassword,
  role,
  expertiseAreas: anySkills.when('role', {
    is: 'solver',
    then: () => requiredSkills,
    otherwise: () =>
      yup
        .array(yup.string().required())
        .transform(() => [])
        .default([]),
  }),
  deviceToken,
});
export type SignUpBody = yup.InferType<typeof signUpRules>;

const AGREE = 'You must agree to the Terms of Service and Privacy Policy';

/** The sign-up form: the body's rules and the terms (product 5.2). */
export const signUpFormRules = signUpRules.shape({
  terms: yup.boolean().oneOf([true], AGREE).required(AGREE),
});

/** `POST /auth/login`. The password's length is not checked: an old one may be shorter than today's rule. */
export const loginRules = yup.object({
  email,
  password: yup.string().required('Password is required').max(1024, 'Password is too long'),
  deviceToken,
});
export type LoginBody = yup.InferType<typeof loginRules>;

const idToken = yup.string().max(8192);

/** `POST /auth/verify-email`: a Firebase ID token from the e-mail link. */
export const verifyEmailRules = yup.object({ idToken: idToken.required('The link is incomplete') });
export type VerifyEmailBody = yup.InferType<typeof verifyEmailRules>;

/** `PUT /auth/switch-role` (product 3.19; `role` defaults to the other role). */
export const switchRoleRules = yup.object({
  expertiseAreas: requiredSkills,
  role: yup.mixed<Role>().oneOf(ROLES),
});
export type SwitchRoleBody = yup.InferType<typeof switchRoleRules>;

/** `POST /auth/reset-password`: a Firebase ID token from the e-mail link. Ends all other sessions, and signs in. */
export const resetPasswordRules = yup.object({ idToken: idToken.required('The link is incomplete'), password: newPassword });
export type ResetPasswordBody = yup.InferType<typeof resetPasswordRules>;

/** The form that chooses a new password by link. */
export const newPasswordFormRules = yup.object({ password: newPassword });

/** `PUT /auth/password`: ends all other sessions. */
export const changePasswordRules = yup.object({
  currentPassword: yup.string().required('Your current password is required').max(1024, 'Password is too long'),
  password: newPassword,
});
export type ChangePasswordBody = yup.InferType<typeof changePasswordRules>;

/** A name whose last part has a letter: no number, no name of a machine nearby. */
const PUBLIC_NAME = /[^.]\.(?=[^.]*[a-z])[^.]+\.?$/i;

const isWebAddress = (text: string | undefined): boolean => {
  if (!text) return true;
  if (!/^https?:\/\/[^/\s]\S*$/i.test(text) || isMisleading(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  // `https://bank.example@thief.example` leads elsewhere than it seems to.
  return username === '' && password === '' && PUBLIC_NAME.test(hostname);
};

/** `example.com` is what people type; what follows the colon in `example.com:8080` is a port. */
const withProtocol = (text: string): string =>
  text === '' || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`;

const GITHUB_NAME = /^@?([a-z\d](?:[a-z\d-]{0,38}))$/i;
const GITHUB_ADDRESS = /^https:\/\/github\.com\/[a-z\d](?:[a-z\d-]{0,38})$/i;

/** `octocat`, `@octocat` and `github.com/octocat/` become `https://github.com/octocat`. */
function gitHubAddress(text: string): string {
  const userName = GITHUB_NAME.exec(text)?.[1];
  if (userName !== undefined) return `https://github.com/${userName}`;
  return withProtocol(text)
    .replace(/^http:/i, 'https:')
    .replace(/^https:\/\/www\./i, 'https://')
    .replace(/\/$/, '');
}

function isTimeZone(zone: string | undefined): boolean {
  if (!zone) return true;
  try {
    // An offset alone says nothing of summers.
    return /^[a-z]/i.test(zone) && new Intl.DateTimeFormat('en', { timeZone: zone }).format() !== '';
  } catch {
    return false;
  }
}

const FILE_ADDRESS = /^\/api\/files\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const atMost = (what: string, max: number, text = oneLine(what)) => text.max(max, `${what} cannot exceed ${max} characters`);

/** `PUT /auth/profile`: what is absent stays as it is. A solver's areas of expertise cannot be empty: the server knows the role. */
export const updateProfileRules = yup.object({
  name: name.optional(),
  headline: atMost('Headline', ACCOUNT.headlineMax),
  bio: atMost('Bio', ACCOUNT.bioMax, markdown('Bio')),
  location: atMost('Location', ACCOUNT.locationMax),
  country: yup
    .string()
    .trim()
    .test('country', 'Please choose a country', (code) => !code || countryName(code) !== undefined),
  timeZone: yup.string().trim().max(64, 'Please choose a time zone').test('time-zone', 'Please choose a time zone', isTimeZone),
  website: atMost('Website', ACCOUNT.linkMax, yup.string().trim())
    .transform((text: unknown) => (typeof text === 'string' ? withProtocol(text.trim()) : text))
    .test('web-address', 'Please enter a valid website address', isWebAddress),
  /** A profile's address; a bare user name is made one. */
  github: atMost('GitHub', ACCOUNT.linkMax, yup.string().trim())
    .transform((text: unknown) => (typeof text === 'string' ? gitHubAddress(text.trim()) : text))
    .matches(GITHUB_ADDRESS, { message: 'Please enter a GitHub user name or profile address', excludeEmptyString: true }),
  expertiseAreas: skills,
  /** The `url` of an own picture from `POST /file-upload`, or null for none. */
  image: yup.string().nullable().matches(FILE_ADDRESS, 'Please upload the picture again'),
});
export type UpdateProfileBody = yup.InferType<typeof updateProfileRules>;

/** `PUT /auth/device-token`: where pushes for this session go; null for nowhere. */
export const deviceTokenRules = yup.object({ deviceToken: yup.string().nullable().defined().min(1).max(4096) });
export type DeviceTokenBody = yup.InferType<typeof deviceTokenRules>;

/** `POST /auth/delete-account`: the password, or for who has none a fresh ID token of a popup with an own identity. */
export const deleteAccountRules = yup.object({
  password: yup.string().max(1024, 'Password is too long'),
  idToken,
});
export type DeleteAccountBody = yup.InferType<typeof deleteAccountRules>;

/** Query of `GET /auth/profiles`: (the beginnings of) words of a name. */
export const profilesQueryRules = yup.object({
  search: yup.string().trim().required('Write a name to search for').max(ACCOUNT.nameMax, 'There is no name as long as this'),
});

/**
 * `POST /auth/social-auth` (product 3.18 and 11.11). A sign-up needs a role, and a solver's an area of expertise, as with a
 * password. The server believes `idToken` alone and refuses a payload that says otherwise.
 */
export const socialAuthRules = yup.object({
  email,
  /** The provider's own id of the person. */
  socialId: yup.string().required('The identity is incomplete').max(256),
  socialType: yup.mixed<SocialType>().oneOf(SOCIAL_TYPES, 'Choose GitHub or Google').required('Choose GitHub or Google'),
  socialMethod: yup.mixed<SocialMethod>().oneOf(SOCIAL_METHODS, 'Choose login or signup').required('Choose login or signup'),
  // A provider gave it: nobody can be asked to type it again.
  name: yup
    .string()
    .transform((text: unknown) => (typeof text === 'string' ? cleanedName(text) : text))
    .default('')
    .max(256),
  image: yup.string().nullable().default(null).max(2048),
  role: yup.mixed<Role>().when('socialMethod', {
    is: 'signup',
    then: () => role,
    otherwise: (rule) => rule.oneOf(ROLES),
  }),
  expertiseAreas: anySkills.when(['socialMethod', 'role'], {
    is: (method: unknown, chosen: unknown) => method === 'signup' && chosen === 'solver',
    then: () => requiredSkills,
    otherwise: () =>
      yup
        .array(yup.string().required())
        .transform(() => [])
        .default([]),
  }),
  deviceToken,
  /** Firebase's ID token of the popup. */
  idToken: yup.string().required('The identity is incomplete').max(8192),
});
export type SocialAuthBody = yup.InferType<typeof socialAuthRules>;
