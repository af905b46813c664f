import { INTENTION_KEY } from '../auth-card/route-state.ts';
import { requireUser, getDeviceHeaders } from './account.ts';
import { STORAGE_KEYS } from '@solvent/contracts';
import type {
  EmailLinkBody,
  LinkedIdentity,
  LoginBody,
  ResetLinkResponse,
  ResetPasswordBody,
  SignUpBody,
  User,
  UserResponse,
} from '@solvent/contracts';
import { http } from '@solvent/http';
import { expectSessionEnd, getSession, readKey, saveUser, writeKey } from '@solvent/store';

/** The push token of this browser; empty while push is off (product 3.17). */
export const getPushToken = (): string => readKey(STORAGE_KEYS.pushToken) ?? '';

/** For calls that an emailed link authenticates: a rejected link must not end the current session. */
const NO_AUTHORIZATION = { Authorization: false };

/**
 * Stores the user and removes what a sign-up or an emailed link has stored. Ends the previous session on the server
 * when it belongs to another account.
 */
export function startSession(user: User): void {
  const previous = getSession().userData;
  saveUser(user);
  writeKey(STORAGE_KEYS.pendingToken, null);
  writeKey(STORAGE_KEYS.emailForSignIn, null);
  writeKey(INTENTION_KEY, null);
  if (!previous || previous._id === user._id) return;
  http.post('/auth/logout', {}, { headers: { Authorization: `Bearer ${previous.token}` } }).catch(() => undefined);
}

/** `POST /auth/login`. The user has no token until the address is verified. */
export async function login({ email, password }: Pick<LoginBody, 'email' | 'password'>): Promise<User> {
  const body: LoginBody = { email: email.trim(), password, deviceToken: getPushToken() };
  const { data } = await http.post<UserResponse>('/auth/login', body, { headers: getDeviceHeaders() });
  return requireUser(data);
}

type NewAccount = Pick<SignUpBody, 'email' | 'password' | 'name' | 'role'> & { expertiseAreas: string[] };

/** `POST /auth/signup`. The token of the returned user is valid for `verifyEmail` only. */
export async function createAccount({ email, password, name, role, expertiseAreas }: NewAccount): Promise<User> {
  const body: SignUpBody = {
    email: email.trim(),
    password,
    name: name.trim(),
    deviceToken: getPushToken(),
    role,
    ...(role === 'solver' ? { expertiseAreas } : {}),
  };
  const { data } = await http.post<UserResponse>('/auth/signup', body);
  return requireUser(data);
}

/** `POST /auth/verify-email`, with the token of the sign-up if this browser has it. */
export async function verifyEmail(link: EmailLinkBody): Promise<User> {
  const pendingToken = readKey(STORAGE_KEYS.pendingToken);
  const session = pendingToken ? { Authorization: `Bearer ${pendingToken}` } : NO_AUTHORIZATION;
  const headers = { ...session, ...getDeviceHeaders() };
  const { data } = await http.post<UserResponse>('/auth/verify-email', link, { headers });
  return requireUser(data);
}

/** `POST /auth/reset-password/link`. Returns the linked identities of the account. */
export async function openResetLink(link: EmailLinkBody): Promise<LinkedIdentity[]> {
  const { data } = await http.post<ResetLinkResponse>('/auth/reset-password/link', link, { headers: NO_AUTHORIZATION });
  return data.identities;
}

/** `POST /auth/reset-password`: ends all sessions of the account and starts a new one. */
export async function resetPassword(body: ResetPasswordBody): Promise<User> {
  const cancelExpected = expectSessionEnd();
  try {
    const { data } = await http.post<UserResponse>('/auth/reset-password', body, {
      headers: { ...NO_AUTHORIZATION, ...getDeviceHeaders() },
    });
    return requireUser(data);
  } catch (error) {
    cancelExpected();
    throw error;
  }
}
