import type { NewUser } from '../../../../api/src/features/accounts/auth/users.ts';
import type { paymentDetails } from '../../../../api/src/schema/index.ts';
import type { DemoAccount } from '../data.ts';
import { createIdAt } from './clock.ts';
import type { Clock } from './clock.ts';
import { readPicture } from './pictures.ts';
import type { DemoPicture } from './pictures.ts';

export interface AccountRows {
  key: string;
  row: NewUser & { id: string };
  paymentDetails: (typeof paymentDetails.$inferInsert)[];
  picture: DemoPicture;
}

/** Password hashes: `known` for accounts with an email in the data, `unknown` for all others. */
export interface DemoPasswords {
  known: string;
  unknown: string;
}

/**
 * Builds the row of a user and their avatar.
 * @param showsEmail whether the profile shows the email: true for authors, because "Contact Author" is an email link (product 2.32)
 */
export async function buildAccount(
  person: DemoAccount,
  showsEmail: boolean,
  passwords: DemoPasswords,
  clock: Clock,
): Promise<AccountRows> {
  const createdAt = clock.ago(person.joined);
  const picture = await readPicture(`avatars/${person.key}`, person.joined, clock);
  const id = createIdAt(createdAt);
  const {
    key,
    role,
    name,
    email,
    headline,
    bio,
    location,
    country,
    timeZone,
    website = '',
    github = '',
    expertiseAreas = [],
  } = person;
  const row = {
    id,
    name,
    email: email ?? `${key}@example.com`,
    passwordHash: email === undefined ? passwords.unknown : passwords.known,
    role,
    expertiseAreas,
    image: picture.url,
    headline,
    bio,
    location,
    country,
    timeZone,
    website,
    github,
    createdAt,
    showsEmail,
  };
  const details = person.paymentDetails ? [{ ...person.paymentDetails, userId: id, updatedAt: createdAt }] : [];
  return { key, row, paymentDetails: details, picture: { ...picture, row: { ...picture.row, ownerId: id, purpose: 'avatar' } } };
}
