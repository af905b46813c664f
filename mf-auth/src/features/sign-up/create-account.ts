import type { SignUpBody, User, UserAnswer } from '@solvent/contracts';
import { http } from '@solvent/http';
import { answeredUser } from '../../account/answered-user.ts';
import { deviceToken } from '../../account/device-token.ts';
import type { SignUpValues } from './sign-up-values.ts';

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
