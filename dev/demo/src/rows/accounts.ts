import type { NewUser } from '../../../../api/src/features/accounts/auth/users.ts';
import type { DemoAccount } from '../data.ts';
import { idAt } from './clock.ts';
import type { Clock } from './clock.ts';
import { readPicture } from './pictures.ts';
import type { DemoPicture } from './pictures.ts';

/** A user of the demo data, ready to be stored. */
export interface StoredAccount {
  key: string;
  row: NewUser & { id: string };
  picture: DemoPicture;
}

/** Hashes for the accounts that one can sign in to, and for all others. */
export interface DemoPasswords {
  known: string;
  unknown: string;
}

/**
 * Makes a person's row. The picture is theirs.
 * @param showsEmail who wrote modules shows their address on them: "Contact Author" is a mail there (product 2.32)
 */
export async function buildAccount(
  person: DemoAccount,
  showsEmail: boolean,
  passwords: DemoPasswords,
  clock: Clock,
): Promise<StoredAccount> {
  const createdAt = clock.ago(person.joined);
  const picture = await readPicture(`avatars/${person.key}`, person.joined, clock);
  const id = idAt(createdAt);
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
  return { key, row, picture: { ...picture, row: { ...picture.row, ownerId: id, purpose: 'avatar' } } };
}
