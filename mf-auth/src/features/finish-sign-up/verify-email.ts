import { STORAGE_KEYS } from '@solvent/contracts';
import type { User, UserAnswer, VerifyEmailBody } from '@solvent/contracts';
import { http } from '@solvent/http';
import { readKey } from '@solvent/store';
import { answeredUser } from '../../account/answered-user.ts';
import { knownDevice } from '../../account/known-device.ts';
import { WITHOUT_SESSION } from '../../account/without-session.ts';

/** `POST /auth/verify-email`, with the pending token of the sign-up where this browser has it. */
export async function verifyEmail(idToken: string): Promise<User> {
  const pendingToken = readKey(STORAGE_KEYS.pendingToken);
  const session = pendingToken ? { Authorization: `Bearer ${pendingToken}` } : WITHOUT_SESSION;
  const headers = { ...session, ...knownDevice() };
  const body: VerifyEmailBody = { idToken };
  const { data } = await http.post<UserAnswer>('/auth/verify-email', body, { headers });
  return answeredUser(data);
}
