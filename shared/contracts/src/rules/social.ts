import * as yup from 'yup';
import { ROLES } from '../accounts.ts';
import type { Role } from '../accounts.ts';
import { cleanedName } from '../one-line.ts';
import { SOCIAL_METHODS, SOCIAL_TYPES } from '../social.ts';
import type { SocialMethod, SocialType } from '../social.ts';
import { anySkills, deviceToken, email, requiredSkills, role } from './accounts.ts';

/** `POST /auth/social-auth` (product 3.18). A sign-up needs a role, and a solver's an area of expertise, as with a password. */
export const socialAuthRules = yup.object({
  email,
  socialId: yup.string().required('The identity is incomplete').max(256),
  socialType: yup.mixed<SocialType>().oneOf(SOCIAL_TYPES, 'Choose GitHub or Google').required('Choose GitHub or Google'),
  socialMethod: yup.mixed<SocialMethod>().oneOf(SOCIAL_METHODS, 'Choose login or signup').required('Choose login or signup'),
  // A provider gave it: nobody can be asked to type it again.
  name: yup
    .string()
    .transform((text: unknown) => (typeof text === 'string' ? cleanedName(text) : text))
    .default('')
    .max(256),
  image: yup.string().nullable().max(2048),
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
  idToken: yup.string().required('The identity is incomplete').max(8192),
});
