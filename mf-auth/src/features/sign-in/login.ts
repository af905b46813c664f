import type { LoginBody, User, UserAnswer } from '@solvent/contracts';
import { http } from '@solvent/http';
import { answeredUser } from '../../account/answered-user.ts';
import { deviceToken } from '../../account/device-token.ts';
import { knownDevice } from '../../account/known-device.ts';

/** `POST /auth/login`. The answered user has no token while the address is not verified. */
export async function login({ email, password }: Pick<LoginBody, 'email' | 'password'>): Promise<User> {
  const body: LoginBody = { email: email.trim(), password, deviceToken: deviceToken() };
  const { data } = await http.post<UserAnswer>('/auth/login', body, { headers: knownDevice() });
  return answeredUser(data);
}
