import type { UpdateProfileBody, User } from '@solvent/contracts';
import { switchRoleRules, updateProfileRules } from '@solvent/contracts/rules';
import { hasSameContent, persistedDraft } from '@solvent/kit';
import type { DraftOptions } from '@solvent/kit';

/** What the form holds: all of the profile but the picture. */
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

/** The fields in which `values` differs from `base`. */
export function changedFields(values: ProfileValues, base: ProfileValues): Partial<ProfileValues> {
  const changed = FIELDS.filter((field) => !hasSameContent(values[field], base[field]));
  return Object.fromEntries(changed.map((field) => [field, values[field]]));
}

/** `PUT /auth/profile` of what the person changed; `example.com` and `octocat` are sent as the addresses they stand for. */
export const buildUpdate = (values: ProfileValues, base: ProfileValues): UpdateProfileBody =>
  changedFields({ ...values, ...updateProfileRules.cast(values, { assert: false }) }, base);

const solverRules = updateProfileRules.concat(switchRoleRules.pick(['expertiseAreas']));

/** The form's rules: a solver's areas of expertise cannot be empty (product 5.6). */
export const getRules = ({ role }: Pick<User, 'role'>) => (role === 'solver' ? solverRules : updateProfileRules);

/** What the person has changed and not saved, in this tab: the fields that differ, as they are typed. */
export const profileDraftOptions = (userId: string): DraftOptions<Partial<ProfileValues>> => ({
  key: `solvent.draft.profile.${userId}`,
  initial: {},
  schema: updateProfileRules,
  area: 'session',
  isEmpty: (draft) => Object.keys(draft).length === 0,
});

export const profileDraft = (userId: string) => persistedDraft(profileDraftOptions(userId));
