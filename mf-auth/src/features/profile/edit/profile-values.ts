import type { UpdateProfileBody, User } from '@solvent/contracts';
import { switchRoleRules, updateProfileRules } from '@solvent/contracts/rules';
import { hasSameContent, createPersistedDraft } from '@solvent/kit';
import type { DraftOptions } from '@solvent/kit';

export type ProfileValues = Pick<
  User,
  'name' | 'headline' | 'bio' | 'location' | 'country' | 'timeZone' | 'website' | 'github' | 'expertiseAreas'
>;

const FIELDS = [
  'name',
  'headline',
  'bio',
  'location',
  'country',
  'timeZone',
  'website',
  'github',
  'expertiseAreas',
] as const satisfies readonly (keyof ProfileValues)[];

export const toProfileValues = (user: User): ProfileValues => {
  const { name, headline, bio, location, country, timeZone, website, github, expertiseAreas } = user;
  return { name, headline, bio, location, country, timeZone, website, github, expertiseAreas };
};

export function changedFields(values: ProfileValues, base: ProfileValues): Partial<ProfileValues> {
  const changed = FIELDS.filter((field) => !hasSameContent(values[field], base[field]));
  return Object.fromEntries(changed.map((field) => [field, values[field]]));
}

/** Builds the body of `PUT /auth/profile`. Casting expands `octocat` and `example.com` to URLs. */
export const buildUpdate = (values: ProfileValues, base: ProfileValues): UpdateProfileBody =>
  changedFields({ ...values, ...updateProfileRules.cast(values, { assert: false }) }, base);

const solverRules = updateProfileRules.concat(switchRoleRules.pick(['expertiseAreas']));

/** A solver needs at least one area of expertise (product 5.6). */
export const getRules = ({ role }: Pick<User, 'role'>) => (role === 'solver' ? solverRules : updateProfileRules);

/** Stores only changed fields, so that a restored draft keeps changes made on other devices. */
export const profileDraftOptions = (userId: string): DraftOptions<Partial<ProfileValues>> => ({
  key: `solvent.draft.profile.${userId}`,
  initial: {},
  schema: updateProfileRules,
  area: 'session',
  isEmpty: (draft) => Object.keys(draft).length === 0,
});

export const createProfileDraft = (userId: string) => createPersistedDraft(profileDraftOptions(userId));
