import type { SwitchRoleBody, User, UserAnswer } from '@solvent/contracts';
import { http } from '@solvent/http';
import { answeredUser } from '../../account/answered-user.ts';

/** `PUT /auth/switch-role` to seeker (spec 7). */
export async function switchToSeeker(expertiseAreas: string[]): Promise<User> {
  const body: SwitchRoleBody = { expertiseAreas, role: 'seeker' };
  const { data } = await http.put<UserAnswer>('/auth/switch-role', body);
  return answeredUser(data);
}
