import { requireUser, getDeviceHeaders } from './account.ts';
import { STORAGE_KEYS } from '@solvent/contracts';
import type {
  EmailLinkBody,
  LinkedIdentity,
  LoginBody,
  ResetLinkAnswer,
  ResetPasswordBody,
  SignUpBody,
  User,
  UserAnswer,
} from '@solvent/contracts';
import { http } from '@solvent/http';
import { expectSessionEnd, getSession, readKey, saveUser, writeKey } from '@solvent/store';

/** The push token of this browser; empty where push is off (product 3.17). */
export const getPushToken = (): string => readKey(STORAGE_KEYS.pushToken) ?? '';

/**
 * Headers of a call that proves who somebody is by a link: the session of this browser has no part in it, and a
 * refusal says nothing about that session.
 */
const NO_AUTHORIZATION = { Authorization: false };

/**
 * Signs in. What a sign-up or a link kept in this browser is over now, or was somebody else's; a session of another
 * account here ends on the server too.
 *
 * @param user as the API answered it, with its token
 */
export function startSession(user: User): void {
  const previous = getSession().userData;
  saveUser(user);
  writeKey(STORAGE_KEYS.pendingToken, null);
  writeKey(STORAGE_KEYS.emailForSignIn, null);
  if (!previous || previous._id === user._id) return;
  http.post('/auth/logout', {}, { headers: { Authorization: `Bearer ${previous.token}` } }).catch(() => undefined);
}

/** `POST /auth/login`. The answered user has no token while the address is not verified. */
export async function login({ email, password }: Pick<LoginBody, 'email' | 'password'>): Promise<User> {
  const body: LoginBody = { email: email.trim(), password, deviceToken: getPushToken() };
  const { data } = await http.post<UserAnswer>('/auth/login', body, { headers: getDeviceHeaders() });
  return requireUser(data);
}

type NewAccount = Pick<SignUpBody, 'email' | 'password' | 'name' | 'role'> & { expertiseAreas: string[] };

/** `POST /auth/signup`. The answered token can do one thing only: prove the e-mail address. */
export async function createAccount({ email, password, name, role, expertiseAreas }: NewAccount): Promise<User> {
  const body: SignUpBody = {
    email: email.trim(),
    password,
    name: name.trim(),
    deviceToken: getPushToken(),
    role,
    ...(role === 'solver' ? { expertiseAreas } : {}),
  };
  const { data } = await http.post<UserAnswer>('/auth/signup', body);
  return requireUser(data);
}

/** `POST /auth/verify-email`, with the pending token of the sign-up where this browser has it. */
export async function verifyEmail(link: EmailLinkBody): Promise<User> {
  const pendingToken = readKey(STORAGE_KEYS.pendingToken);
  const session = pendingToken ? { Authorization: `Bearer ${pendingToken}` } : NO_AUTHORIZATION;
  const headers = { ...session, ...getDeviceHeaders() };
  const { data } = await http.post<UserAnswer>('/auth/verify-email', link, { headers });
  return requireUser(data);
}

/** `POST /auth/reset-password/link`: what else signs in to the account of the link. */
export async function openResetLink(link: EmailLinkBody): Promise<LinkedIdentity[]> {
  const { data } = await http.post<ResetLinkAnswer>('/auth/reset-password/link', link, { headers: NO_AUTHORIZATION });
  return data.identities;
}

/**
 * `POST /auth/reset-password`: ends all other sessions of the account, the one of this browser too if it is the same
 * account's, and answers it with a new one.
 */
export async function resetPassword(body: ResetPasswordBody): Promise<User> {
  const cancelExpected = expectSessionEnd();
  try {
    const { data } = await http.post<UserAnswer>('/auth/reset-password', body, {
      headers: { ...NO_AUTHORIZATION, ...getDeviceHeaders() },
    });
    return requireUser(data);
  } catch (error) {
    cancelExpected();
    throw error;
  }
}
