import { DEVICE_HEADER } from '@solvent/contracts';
import type { ChangePasswordBody, Role, SwitchRoleBody, User, UserAnswer } from '@solvent/contracts';
import { http } from '@solvent/http';
import { getSession, readKey, saveUser, writeKey } from '@solvent/store';

/** The user of an answer (product 5.5: an answer without one is a failure). @throws Error when there is none */
export function requireUser(body: Partial<UserAnswer>): User {
  if (!body.user) throw new Error('The answer carries no user.');
  return body.user;
}

/** The key in `localStorage`. It stays after signing out: that is when it is needed. */
const DEVICE_KEY = 'solvent.device';
const DEVICE_SECRET = /^[\w-]{43}$/;

/** 32 random bytes in base64url. */
function createDeviceSecret(): string {
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
export function getDeviceHeaders(): Record<string, string> {
  if (!DEVICE_SECRET.test(readKey(DEVICE_KEY) ?? '')) writeKey(DEVICE_KEY, createDeviceSecret());
  const secret = readKey(DEVICE_KEY);
  return secret === null ? {} : { [DEVICE_HEADER]: secret };
}

/**
 * Keeps the stored user up to date with an answer about the same person. The token stays; an answer that says
 * nothing new wakes nobody.
 */
export function updateSessionUser(user: User): void {
  const stored = getSession().userData;
  if (stored?._id !== user._id) return;
  const isChanged = JSON.stringify({ ...stored, ...user }) !== JSON.stringify(stored);
  if (isChanged) saveUser(user);
}

/** `PUT /auth/switch-role` (product 7.3). */
export async function switchRole(role: Role, expertiseAreas: string[]): Promise<User> {
  const body: SwitchRoleBody = { expertiseAreas, role };
  const { data } = await http.put<UserAnswer>('/auth/switch-role', body);
  return requireUser(data);
}

/** `PUT /auth/password`: all other sessions end with it, and this device alone stays known. */
export async function changePassword(body: ChangePasswordBody): Promise<void> {
  await http.put('/auth/password', body, { headers: getDeviceHeaders() });
}
