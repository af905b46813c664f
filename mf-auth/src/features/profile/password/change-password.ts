import type { ChangePasswordBody } from '@solvent/contracts';
import { http } from '@solvent/http';

/** `PUT /auth/password`: all other sessions end with it. */
export async function changePassword(body: ChangePasswordBody): Promise<void> {
  await http.put('/auth/password', body);
}
