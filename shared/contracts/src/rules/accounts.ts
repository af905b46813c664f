import * as yup from 'yup';
import { ROLES } from '../accounts.ts';
import type { Role } from '../accounts.ts';
import { hasTooManyMarks } from '../clean-text.ts';
import { countryName } from '../countries.ts';
import { ACCOUNT } from '../limits.ts';
import { isMisleading } from '../one-line.ts';
import { parseUrl } from '../parse-url.ts';
import { optionalSkills, deviceToken, email, name, newPassword, requiredSkills, role, skills } from './account-fields.ts';
import { hasLength } from './lengths.ts';
import { markdown, oneLine } from './texts.ts';

/** `POST /auth/signup` (product 5.2). Solvers need an area of expertise; areas of seekers are dropped. */
export const signUpRules = yup.object({
  name,
  email,
  password: newPassword,
  role,
  expertiseAreas: optionalSkills.when('role', {
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

const TERMS_REQUIRED = 'You must agree to the Terms of Service and Privacy Policy';

export const signUpFormRules = signUpRules.shape({
  terms: yup.boolean().oneOf([true], TERMS_REQUIRED).required(TERMS_REQUIRED),
});

/** `POST /auth/login`. Old passwords may be shorter than today's minimum. */
export const loginRules = yup.object({
  email,
  password: yup.string().required('Password is required').max(1024, 'Password is too long'),
  deviceToken,
});
export type LoginBody = yup.InferType<typeof loginRules>;

/** `PUT /auth/switch-role` (product 3.19); `role` defaults to the other role. */
export const switchRoleRules = yup.object({
  expertiseAreas: requiredSkills,
  role: yup.mixed<Role>().oneOf(ROLES, 'Choose how you want to use Solvent'),
});
export type SwitchRoleBody = yup.InferType<typeof switchRoleRules>;

export const newPasswordFormRules = yup.object({ password: newPassword });

export const changePasswordRules = yup.object({
  currentPassword: yup.string().required('Your current password is required').max(1024, 'Password is too long'),
  password: newPassword,
});
export type ChangePasswordBody = yup.InferType<typeof changePasswordRules>;

/** A host name whose last label has a letter: no IP address, no local host name. */
const PUBLIC_HOSTNAME = /[^.]\.(?=[^.]*[a-z])[^.]+\.?$/i;

export const isWebAddress = (text: string | undefined): boolean => {
  if (!text) return true;
  if (!/^https?:\/\/[^/\s]\S*$/i.test(text) || isMisleading(text) || hasTooManyMarks(text)) return false;
  const url = parseUrl(text);
  // In `https://bank.example@thief.example` the host is thief.example.
  return url !== undefined && url.username === '' && url.password === '' && PUBLIC_HOSTNAME.test(url.hostname);
};

/** Adds `https://` to addresses without a scheme. Digits after a colon are a port: `example.com:8080`. */
const withProtocol = (text: string): string =>
  text === '' || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`;

const GITHUB_NAME = /^@?([a-z\d](?:[a-z\d-]{0,38}))$/i;
const GITHUB_PROFILE_URL = /^https:\/\/github\.com\/[a-z\d](?:[a-z\d-]{0,38})$/i;

/** Converts `octocat`, `@octocat` and `github.com/octocat/` to `https://github.com/octocat`. */
function toGitHubUrl(text: string): string {
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
    return /^[a-z]/i.test(zone) && new Intl.DateTimeFormat('en', { timeZone: zone }).format() !== '';
  } catch {
    return false;
  }
}

const FILE_PATH = /^\/api\/files\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const limitLength = (label: string, max: number, text = oneLine(label)) => text.test(hasLength(label, { max }));

/** `PUT /auth/profile`: absent fields keep their value. The server rejects a solver's empty areas. */
export const updateProfileRules = yup.object({
  name: name.optional(),
  headline: limitLength('Headline', ACCOUNT.headlineMax),
  bio: limitLength('Bio', ACCOUNT.bioMax, markdown('Bio')),
  location: limitLength('Location', ACCOUNT.locationMax),
  country: yup
    .string()
    .trim()
    .test('country', 'Please choose a country', (code) => !code || countryName(code) !== undefined),
  timeZone: yup.string().trim().max(64, 'Please choose a time zone').test('time-zone', 'Please choose a time zone', isTimeZone),
  website: limitLength('Website', ACCOUNT.linkMax, yup.string().trim())
    .transform((text: unknown) => (typeof text === 'string' ? withProtocol(text.trim()) : text))
    .test('web-address', 'Please enter a valid website address', isWebAddress),
  github: limitLength('GitHub', ACCOUNT.linkMax, yup.string().trim())
    .transform((text: unknown) => (typeof text === 'string' ? toGitHubUrl(text.trim()) : text))
    .matches(GITHUB_PROFILE_URL, { message: 'Please enter a GitHub username or profile URL', excludeEmptyString: true }),
  expertiseAreas: skills,
  image: yup.string().nullable().matches(FILE_PATH, 'Please upload the picture again'),
});
export type UpdateProfileBody = yup.InferType<typeof updateProfileRules>;
