import * as yup from 'yup';
import { ROLES } from '../accounts.ts';
import type { Role } from '../accounts.ts';
import { ACCOUNT } from '../constants.ts';

export const email = yup
  .string()
  .trim()
  .lowercase()
  .required('Email is required')
  .email('Please enter a valid email address')
  .max(ACCOUNT.emailMax, `Email cannot exceed ${ACCOUNT.emailMax} characters`);

const newPassword = yup
  .string()
  .required('Password is required')
  .min(ACCOUNT.passwordMin, `Password must be at least ${ACCOUNT.passwordMin} characters`)
  .max(ACCOUNT.passwordMax, `Password cannot exceed ${ACCOUNT.passwordMax} characters`);

const skill = yup
  .string()
  .trim()
  .required('An area of expertise cannot be empty')
  .max(ACCOUNT.skillMax, `A skill cannot exceed ${ACCOUNT.skillMax} characters`);

const skills = yup
  .array(skill)
  .max(ACCOUNT.skillsMax, `You can add up to ${ACCOUNT.skillsMax} areas of expertise`)
  .test('unique', 'Each area of expertise can be added once', (list) => {
    const lower = (list ?? []).map((item) => item.toLowerCase());
    return new Set(lower).size === lower.length;
  });

/** At least one area (spec 5). */
export const requiredSkills = skills
  .min(1, 'Please add at least one area of expertise')
  .required('Please add at least one area of expertise');

export const role = yup
  .mixed<Role>()
  .oneOf(ROLES, 'Choose how you want to use Solvent')
  .required('Choose how you want to use Solvent');

/** `POST /auth/signup` (spec 5): solvers need an area of expertise, seekers' areas are dropped. */
export const signUpRules = yup.object({
  name: yup.string().trim().required('Name is required').max(ACCOUNT.nameMax, `Name cannot exceed ${ACCOUNT.nameMax} characters`),
  email,
  password: newPassword,
  role,
  expertiseAreas: yup.array(yup.string().required()).when('role', {
    is: 'solver',
    then: () => requiredSkills,
    otherwise: () =>
      yup
        .array(yup.string().required())
        .transform(() => [])
        .default([]),
  }),
  deviceToken: yup.string().max(4096),
});

const AGREE = 'You must agree to the Terms of Service and Privacy Policy';

/** The sign-up form: the body's rules and the terms (spec 5). */
export const signUpFormRules = signUpRules.shape({
  terms: yup.boolean().oneOf([true], AGREE).required(AGREE),
});

/** `POST /auth/login`. The password's length is not checked: an old one may be shorter than today's rule. */
export const loginRules = yup.object({
  email,
  password: yup.string().required('Password is required').max(1024, 'Password is too long'),
  deviceToken: yup.string().max(4096),
});

/** `POST /auth/verify-email`. */
export const verifyEmailRules = yup.object({ idToken: yup.string().required('The link is incomplete').max(8192) });

/** `PUT /auth/switch-role`. */
export const switchRoleRules = yup.object({
  expertiseAreas: requiredSkills,
  role: yup.mixed<Role>().oneOf(ROLES),
});
