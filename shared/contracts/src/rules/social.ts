import * as yup from 'yup';
import { ROLES, SOCIAL_METHODS, SOCIAL_TYPES } from '../accounts.ts';
import type { Role, SocialMethod, SocialType } from '../accounts.ts';
import { cleanName } from '../one-line.ts';
import { optionalSkills, deviceToken, email, requiredSkills, role } from './account-fields.ts';

/** `POST /auth/social-auth` (product 3.18 and 11.11). The server trusts only `idToken`. */
export const socialAuthRules = yup.object({
  email,
  socialId: yup.string().required('The identity is incomplete').max(256),
  socialType: yup.mixed<SocialType>().oneOf(SOCIAL_TYPES, 'Choose GitHub or Google').required('Choose GitHub or Google'),
  socialMethod: yup.mixed<SocialMethod>().oneOf(SOCIAL_METHODS, 'Choose login or signup').required('Choose login or signup'),
  // Cleaned instead of rejected: the user cannot edit a name that comes from the provider.
  name: yup
    .string()
    .transform((text: unknown) => (typeof text === 'string' ? cleanName(text) : text))
    .default('')
    .max(256),
  image: yup.string().nullable().default(null).max(2048),
  role: yup.mixed<Role>().when('socialMethod', {
    is: 'signup',
    then: () => role,
    otherwise: (rule) => rule.oneOf(ROLES),
  }),
  expertiseAreas: optionalSkills.when(['socialMethod', 'role'], {
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
export type SocialAuthBody = yup.InferType<typeof socialAuthRules>;
