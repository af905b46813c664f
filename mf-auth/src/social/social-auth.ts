import type { SocialAuthBody, SocialType, User, UserAnswer } from '@solvent/contracts';
import { http } from '@solvent/http';
import { answeredUser } from '../account/answered-user.ts';
import { deviceToken } from '../account/device-token.ts';
import { knownDevice } from '../account/known-device.ts';
import { identity } from '../identity/identity.ts';

/** Signing in, or the account that is to be made. */
export type SocialRequest = Pick<SocialAuthBody, 'socialMethod' | 'role' | 'expertiseAreas'>;

/**
 * Has the provider vouch for the person in a popup, then `POST /auth/social-auth`.
 *
 * @param onClosed the popup is closed, and nothing is decided yet
 * @throws IdentityError when the popup fails, ApiError when the server refuses
 */
export async function socialAuth(socialType: SocialType, request: SocialRequest, onClosed: () => void): Promise<User> {
  const vouched = await identity.signInWithProvider(socialType, onClosed);
  const body: SocialAuthBody = { ...vouched, ...request, socialType, deviceToken: deviceToken() };
  const { data } = await http.post<UserAnswer>('/auth/social-auth', body, { headers: knownDevice() });
  return answeredUser(data);
}
