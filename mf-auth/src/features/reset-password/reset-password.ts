import type { ResetPasswordBody, User, UserAnswer } from '@solvent/contracts';
import { http } from '@solvent/http';
import { expectSessionEnd } from '@solvent/store';
import { answeredUser } from '../../account/answered-user.ts';
import { knownDevice } from '../../account/known-device.ts';
import { WITHOUT_SESSION } from '../../account/without-session.ts';

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
