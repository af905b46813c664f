import type { ChangePasswordBody } from '@solvent/contracts';
import { http } from '@solvent/http';
import { knownDevice } from '../../../account/known-device.ts';

/** `PUT /auth/password`: all other sessions end with it, and this device alone stays known. */
export async function changePassword(body: ChangePasswordBody): Promise<void> {
  await http.put('/auth/password', body, { headers: knownDevice() });
}
