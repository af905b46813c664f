import { DEVICE_HEADER } from '@solvent/contracts';
import type { ChangePasswordBody, Role, SwitchRoleBody, User, UserAnswer } from '@solvent/contracts';
import { http } from '@solvent/http';
import { getSession, readKey, saveUser, writeKey } from '@solvent/store';

/** The user of an answer (product 5.5: an answer without one is a failure). @throws Error when there is none */
export function answeredUser(answer: Partial<UserAnswer>): User {
  if (!answer.user) throw new Error('The answer carries no user.');
  return answer.user;
}

/** The key in `localStorage`. It stays after signing out: that is when it is needed. */
const KEY = 'solvent.device';
const SECRET = /^[\w-]{43}$/;

/** 32 random bytes in base64url. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * Headers of a call that signs in, or sets a password: by them the server knows this browser again, so that what strangers guess
 * at an account keeps nobody out who has been there before. None where the browser keeps nothing.
 */
export function knownDevice(): Record<string, string> {
  if (!SECRET.test(readKey(KEY) ?? '')) writeKey(KEY, newSecret());
  const secret = readKey(KEY);
  return secret === null ? {} : { [DEVICE_HEADER]: secret };
}

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

/** `PUT /auth/switch-role` (product 7.3). */
export async function switchRole(role: Role, expertiseAreas: string[]): Promise<User> {
  const body: SwitchRoleBody = { expertiseAreas, role };
  const { data } = await http.put<UserAnswer>('/auth/switch-role', body);
  return answeredUser(data);
}

/** `PUT /auth/password`: all other sessions end with it, and this device alone stays known. */
export async function changePassword(body: ChangePasswordBody): Promise<void> {
  await http.put('/auth/password', body, { headers: knownDevice() });
}
