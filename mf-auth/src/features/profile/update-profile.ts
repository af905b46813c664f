import type { UpdateProfileBody, User, UserAnswer } from '@solvent/contracts';
import { http, useQueryClient } from '@solvent/http';
import { answeredUser } from '../../account/answered-user.ts';
import { renewSessionUser } from '../../account/renew-session-user.ts';
import { OWN_PROFILE_KEY, publicProfileKey } from '../../person/profile-keys.ts';

/** `PUT /auth/profile`: what is absent stays as it is. The answer is the stored user from then on, in every tab. */
export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return async (body: UpdateProfileBody): Promise<User> => {
    const { data } = await http.put<UserAnswer>('/auth/profile', body);
    const user = answeredUser(data);
    queryClient.setQueryData(OWN_PROFILE_KEY, user);
    void queryClient.invalidateQueries({ queryKey: publicProfileKey(user._id) });
    renewSessionUser(user);
    return user;
  };
}
