import type { SessionSummary, User } from '@solvent/contracts';
import { presentUser } from './present-user.ts';
import type { PendingSignUpRow, SessionRow } from '../schema/sessions.ts';

/** The account that a sign-up becomes once its address is proven. The token can do nothing but prove it. */
export function presentPending(row: PendingSignUpRow, token?: string): User {
  const texts = { headline: '', bio: '', location: '', website: '', github: '' };
  const empty = { ...texts, image: null, showsEmail: false, deletedAt: null };
  const { id, name, email, passwordHash, role, expertiseAreas, createdAt } = row;
  return {
    ...presentUser({ id, name, email, passwordHash, role, expertiseAreas, createdAt, ...empty }, token),
    isEmailVerified: false,
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
