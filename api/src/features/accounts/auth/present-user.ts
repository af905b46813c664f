import type { User } from '@solvent/contracts';
import type { UserRow } from '../schema/users.ts';

/** A person's own account; the token only where one was just made. */
export function presentUser(row: UserRow, token?: string): User {
  const user: User = {
    _id: row.id,
    name: row.name,
    email: row.email,
    image: row.image,
    role: row.role,
    expertiseAreas: row.expertiseAreas,
    isEmailVerified: true,
    headline: row.headline,
    bio: row.bio,
    location: row.location,
    website: row.website,
    github: row.github,
    createdAt: row.createdAt.toISOString(),
  };
  return token === undefined ? user : { ...user, token };
}
