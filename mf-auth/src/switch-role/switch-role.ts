import type { Role, SwitchRoleBody, User, UserAnswer } from '@solvent/contracts';
import { http } from '@solvent/http';
import { answeredUser } from '../account/answered-user.ts';

/** `PUT /auth/switch-role` (spec 7). */
export async function switchRole(role: Role, expertiseAreas: string[]): Promise<User> {
  const body: SwitchRoleBody = { expertiseAreas, role };
  const { data } = await http.put<UserAnswer>('/auth/switch-role', body);
  return answeredUser(data);
}
