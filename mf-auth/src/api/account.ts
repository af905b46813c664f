import { DEVICE_HEADER } from '@solvent/contracts';
import type { ChangePasswordBody, Role, SwitchRoleBody, User, UserResponse } from '@solvent/contracts';
import { http } from '@solvent/http';
import { getSession, readKey, saveUser, writeKey } from '@solvent/store';

/** Returns the user of a response. @throws Error when there is none (product 5.5) */
export function requireUser(body: Partial<UserResponse>): User {
  if (!body.user) throw new Error('The response contains no user.');
  return body.user;
}

/** Survives signing out, so that the server recognizes this browser at the next sign-in. */
const DEVICE_KEY = 'solvent.device';
const DEVICE_SECRET = /^[\w-]{43}$/;

function createDeviceSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * Returns headers by which the server recognizes this browser on calls that sign in or set a password. A known device
 * can still sign in when failed attempts from elsewhere have blocked the account. Empty without browser storage.
 */
export function getDeviceHeaders(): Record<string, string> {
  if (!DEVICE_SECRET.test(readKey(DEVICE_KEY) ?? '')) writeKey(DEVICE_KEY, createDeviceSecret());
  const secret = readKey(DEVICE_KEY);
  return secret === null ? {} : { [DEVICE_HEADER]: secret };
}

/** Updates the stored user from a response and keeps the token. Ignores other users and unchanged data. */
export function updateSessionUser(user: User): void {
  const stored = getSession().userData;
  if (stored?._id !== user._id) return;
  const isChanged = JSON.stringify({ ...stored, ...user }) !== JSON.stringify(stored);
  if (isChanged) saveUser(user);
}

export async function switchRole(role: Role, expertiseAreas: string[]): Promise<User> {
  const body: SwitchRoleBody = { expertiseAreas, role };
  const { data } = await http.put<UserResponse>('/auth/switch-role', body);
  return requireUser(data);
}

/** `PUT /auth/password`: ends all other sessions and forgets all other devices. */
export async function changePassword(body: ChangePasswordBody): Promise<void> {
  await http.put('/auth/password', body, { headers: getDeviceHeaders() });
}
