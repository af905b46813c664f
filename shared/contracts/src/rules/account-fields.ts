import * as yup from 'yup';
import { ROLES } from '../accounts.ts';
import type { Role } from '../accounts.ts';
import { ACCOUNT } from '../limits.ts';
import { toAsciiAddress } from './ascii-address.ts';
import { isImpersonating } from './impersonation.ts';
import { oneLine } from './texts.ts';

/** Stored and sent with its domain in punycode. */
export const email = yup
  .string()
  .trim()
  .lowercase()
  .transform(toAsciiAddress)
  .required('Email is required')
  .email('Please enter a valid email address')
  .max(ACCOUNT.emailMax, `Email cannot exceed ${ACCOUNT.emailMax} characters`);

/** A password to be set. The server refuses breached ones besides, under the same field. */
export const newPassword = yup
  .string()
  .required('Password is required')
  .min(ACCOUNT.passwordMin, `Password must be at least ${ACCOUNT.passwordMin} characters`)
  .max(ACCOUNT.passwordMax, `Password cannot exceed ${ACCOUNT.passwordMax} characters`);

const skill = oneLine('A skill')
  .required('An area of expertise cannot be empty')
  .max(ACCOUNT.skillMax, `A skill cannot exceed ${ACCOUNT.skillMax} characters`);

const TOO_MANY_SKILLS = `You can add up to ${ACCOUNT.skillsMax} areas of expertise`;

/** Areas of which another field says whether they are asked for: whatever it says, they are no more than this. */
export const anySkills = yup.array(yup.string().required()).max(ACCOUNT.skillsMax, TOO_MANY_SKILLS);

export const skills = yup
  .array(skill)
  .max(ACCOUNT.skillsMax, TOO_MANY_SKILLS)
  .test('unique', 'Each area of expertise can be added once', (list) => {
    const lower = (list ?? []).map((item) => item.toLowerCase());
    return new Set(lower).size === lower.length;
  });

/** At least one area (product 5.2). */
export const requiredSkills = skills
  .min(1, 'Please add at least one area of expertise')
  .required('Please add at least one area of expertise');

export const role = yup
  .mixed<Role>()
  .oneOf(ROLES, 'Choose how you want to use Solvent')
  .required('Choose how you want to use Solvent');

export const name = oneLine('Name')
  .required('Name is required')
  .max(ACCOUNT.nameMax, `Name cannot exceed ${ACCOUNT.nameMax} characters`)
  .test(
    'own-name',
    "Choose another name: this one could be mistaken for Solvent's team or for a deleted account",
    (text) => !isImpersonating(text ?? ''),
  );

/** The push token of the browser that signs in or up (product 3.17), where pushes for the session go: empty, or left out, where it has none. */
export const deviceToken = yup.string().default('').max(4096);
