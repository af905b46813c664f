import type { User } from '@solvent/contracts';
import { getSession, saveUser } from '@solvent/store';

/**
 * Keeps the stored user up to date with an answer about the same person. The token stays; an answer that says
 * nothing new wakes nobody.
 */
export function renewSessionUser(user: User): void {
  const stored = getSession().userData;
  if (stored?._id !== user._id) return;
  const isNew = JSON.stringify({ ...stored, ...user }) !== JSON.stringify(stored);
  if (isNew) saveUser(user);
}
