import type { Role } from '@solvent/contracts';

/** What the sign-up form holds. */
export interface SignUpValues {
  name: string;
  email: string;
  password: string;
  role: Role;
  expertiseAreas: string[];
  terms: boolean;
}

export const EMPTY_SIGN_UP: SignUpValues = {
  name: '',
  email: '',
  password: '',
  role: 'seeker',
  expertiseAreas: [],
  terms: false,
};
