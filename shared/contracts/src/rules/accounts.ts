import * as yup from 'yup';
import { ROLES } from '../accounts.ts';
import type { Role } from '../accounts.ts';
import { countryName } from '../countries.ts';
import { ACCOUNT } from '../limits.ts';
import { isMisleading } from '../one-line.ts';
import { anySkills, deviceToken, email, name, newPassword, requiredSkills, role, skills } from './account-fields.ts';
import { markdown, oneLine } from './texts.ts';

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

/** `PUT /auth/switch-role` (product 3.19; `role` defaults to the other role). */
export const switchRoleRules = yup.object({
  expertiseAreas: requiredSkills,
  role: yup.mixed<Role>().oneOf(ROLES, 'Choose how you want to use Solvent'),
});
export type SwitchRoleBody = yup.InferType<typeof switchRoleRules>;

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
