import type { PublicProfile, SessionSummary, User } from '@solvent/contracts';
import type { PendingSignUpRow, SessionRow } from '../../platform/db/schema/sessions.ts';
import type { UserRow } from '../../platform/db/schema/users.ts';

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

/** The account that a sign-up becomes once its address is proven. The token can do nothing but prove it. */
export function presentPending(row: PendingSignUpRow, token?: string): User {
  const empty = { image: null, headline: '', bio: '', location: '', website: '', github: '', deletedAt: null };
  const { id, name, email, passwordHash, role, expertiseAreas, createdAt } = row;
  return {
    ...presentUser({ id, name, email, passwordHash, role, expertiseAreas, createdAt, ...empty }, token),
    isEmailVerified: false,
  };
}

/** What anybody may see of a person. */
export function presentProfile(row: UserRow): PublicProfile {
  return {
    _id: row.id,
    name: row.name,
    image: row.image,
    role: row.role,
    headline: row.headline,
    bio: row.bio,
    location: row.location,
    website: row.website,
    github: row.github,
    expertiseAreas: row.expertiseAreas,
    memberSince: row.createdAt.toISOString(),
  };
}

/** A signed-in device, for its owner. */
export function presentSession(row: SessionRow, currentId: string): SessionSummary {
  return {
    _id: row.id,
    userAgent: row.userAgent,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    current: row.id === currentId,
  };
}
