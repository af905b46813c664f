import * as yup from 'yup';
import { ROLES } from '../accounts.ts';
import type { Role } from '../accounts.ts';
import { ACCOUNT } from '../limits.ts';
import { asciiEmailTransform } from './ascii-address.ts';
import { isImpersonating } from './impersonation.ts';
import { hasLength } from './lengths.ts';
import { oneLine } from './texts.ts';

/** Normalizes the domain to punycode. */
export const email = yup
  .string()
  .trim()
  .lowercase()
  .transform(asciiEmailTransform)
  .required('Email is required')
  .email('Please enter a valid email address')
  .max(ACCOUNT.emailMax, `Email cannot exceed ${ACCOUNT.emailMax} characters`);

/** A new password, normalized as it is hashed. The server also rejects breached ones, under the same field. */
export const newPassword = yup
  .string()
  .transform((text: unknown) => (typeof text === 'string' ? text.normalize('NFKC') : text))
  .required('Password is required')
  .min(ACCOUNT.passwordMin, `Password must be at least ${ACCOUNT.passwordMin} characters`)
  .max(ACCOUNT.passwordMax, `Password cannot exceed ${ACCOUNT.passwordMax} characters`);

const skill = oneLine('An area of expertise')
  .required('An area of expertise cannot be empty')
  .test(hasLength('An area of expertise', { max: ACCOUNT.skillMax }));

const TOO_MANY_SKILLS = `You can add up to ${ACCOUNT.skillsMax} areas of expertise`;

export const optionalSkills = yup.array(yup.string().required()).max(ACCOUNT.skillsMax, TOO_MANY_SKILLS);

export const skills = yup
  .array(skill)
  .max(ACCOUNT.skillsMax, TOO_MANY_SKILLS)
  .test('unique', 'Each area of expertise can be added once', (list) => {
    const lower = (list ?? []).map((item) => item.toLowerCase());
    return new Set(lower).size === lower.length;
  });

export const requiredSkills = skills
  .min(1, 'Please add at least one area of expertise')
  .required('Please add at least one area of expertise');

export const role = yup
  .mixed<Role>()
  .oneOf(ROLES, 'Choose how you want to use Solvent')
  .required('Choose how you want to use Solvent');

export const name = oneLine('Name')
  .required('Name is required')
  .test(hasLength('Name', { max: ACCOUNT.nameMax }))
  .test(
    'own-name',
    "Choose another name: this one could be mistaken for Solvent's team or for a deleted account",
    (text) => !isImpersonating(text ?? ''),
  );

/** Push token of the browser (product 3.17); empty or absent without one. */
export const deviceToken = yup.string().default('').max(4096);
