import { DEVICE_HEADER, STORAGE_KEYS } from '@solvent/contracts';
import type {
  ChangePasswordBody,
  LoginBody,
  ResetPasswordBody,
  Role,
  SignUpBody,
  SwitchRoleBody,
  User,
  UserAnswer,
  VerifyEmailBody,
} from '@solvent/contracts';
import { http } from '@solvent/http';
import { expectSessionEnd, getSession, readKey, saveUser, writeKey } from '@solvent/store';

/** The user of an answer (spec 5: an answer without one is a failure). @throws Error when there is none */
export function answeredUser(answer: Partial<UserAnswer>): User {
  if (!answer.user) throw new Error('The answer carries no user.');
  return answer.user;
}

/** The push token of this browser; empty where push is off (spec 3). */
export const deviceToken = (): string => readKey(STORAGE_KEYS.pushToken) ?? '';

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
 * Headers of a call that proves who somebody is by a link: the session of this browser has no part in it, and a
 * refusal says nothing about that session.
 */
const WITHOUT_SESSION = { Authorization: false };

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

/**
 * Signs in. What a sign-up or a link kept in this browser is over now, or was somebody else's; a session of another
 * account here ends on the server too.
 *
 * @param user as the API answered it, with its token
 */
export function startSession(user: User): void {
  const before = getSession().userData;
  saveUser(user);
  writeKey(STORAGE_KEYS.pendingToken, null);
  writeKey(STORAGE_KEYS.emailForSignIn, null);
  if (!before || before._id === user._id) return;
  http.post('/auth/logout', {}, { headers: { Authorization: `Bearer ${before.token}` } }).catch(() => undefined);
}

/** `POST /auth/login`. The answered user has no token while the address is not verified. */
export async function login({ email, password }: Pick<LoginBody, 'email' | 'password'>): Promise<User> {
  const body: LoginBody = { email: email.trim(), password, deviceToken: deviceToken() };
  const { data } = await http.post<UserAnswer>('/auth/login', body, { headers: knownDevice() });
  return answeredUser(data);
}

/** What the sign-up form holds. */
export interface SignUpValues {
  name: string;
  email: string;
  password: string;
  role: Role;
  expertiseAreas: string[];
  terms: boolean;
}

export const EMPTY_SIGN_UP: SignUpValues = {
  name: '',
  email: '',
  password: '',
  role: 'seeker',
  expertiseAreas: [],
  terms: false,
};

/** `POST /auth/signup`. The answered token can do one thing only: prove the e-mail address. */
export async function createAccount({ email, password, name, role, expertiseAreas }: SignUpValues): Promise<User> {
  const body: SignUpBody = {
    email: email.trim(),
    password,
    name: name.trim(),
    deviceToken: deviceToken(),
    role,
    ...(role === 'solver' ? { expertiseAreas } : {}),
  };
  const { data } = await http.post<UserAnswer>('/auth/signup', body);
  return answeredUser(data);
}

/** `POST /auth/verify-email`, with the pending token of the sign-up where this browser has it. */
export async function verifyEmail(idToken: string): Promise<User> {
  const pendingToken = readKey(STORAGE_KEYS.pendingToken);
  const session = pendingToken ? { Authorization: `Bearer ${pendingToken}` } : WITHOUT_SESSION;
  const headers = { ...session, ...knownDevice() };
  const body: VerifyEmailBody = { idToken };
  const { data } = await http.post<UserAnswer>('/auth/verify-email', body, { headers });
  return answeredUser(data);
}

/**
 * `POST /auth/reset-password`: ends all other sessions of the account, the one of this browser too if it is the same
 * account's, and answers it with a new one.
 */
export async function resetPassword(body: ResetPasswordBody): Promise<User> {
  const takeBack = expectSessionEnd();
  try {
    const { data } = await http.post<UserAnswer>('/auth/reset-password', body, {
      headers: { ...WITHOUT_SESSION, ...knownDevice() },
    });
    return answeredUser(data);
  } catch (error) {
    takeBack();
    throw error;
  }
}

/** `PUT /auth/switch-role` (spec 7). */
export async function switchRole(role: Role, expertiseAreas: string[]): Promise<User> {
  const body: SwitchRoleBody = { expertiseAreas, role };
  const { data } = await http.put<UserAnswer>('/auth/switch-role', body);
  return answeredUser(data);
}

/** `PUT /auth/password`: all other sessions end with it, and this device alone stays known. */
export async function changePassword(body: ChangePasswordBody): Promise<void> {
  await http.put('/auth/password', body, { headers: knownDevice() });
}
