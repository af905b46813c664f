import type { UpdateProfileBody, User, UserResponse } from '@solvent/contracts';
import { http, queryOptions, useQuery, useQueryClient } from '@solvent/http';
import { publicProfileKey } from './public-profiles.ts';
import { requireUser, updateSessionUser } from './account.ts';

const OWN_PROFILE_KEY = ['profile', 'own'] as const;

/** `GET /auth/profile`. Also updates the stored user. */
async function fetchOwnProfile(signal: AbortSignal): Promise<User> {
  const { data } = await http.get<UserResponse>('/auth/profile', { signal });
  const user = requireUser(data);
  updateSessionUser(user);
  return user;
}

const ownProfileOptions = queryOptions({
  queryKey: OWN_PROFILE_KEY,
  queryFn: ({ signal }) => fetchOwnProfile(signal),
  staleTime: 0,
});

export const useOwnProfile = () => useQuery(ownProfileOptions);

/** `PUT /auth/profile` with the changed fields only. Also updates the stored user, in every tab. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return async (body: UpdateProfileBody): Promise<User> => {
    const { data } = await http.put<UserResponse>('/auth/profile', body);
    const user = requireUser(data);
    client.setQueryData(OWN_PROFILE_KEY, user);
    void client.invalidateQueries({ queryKey: publicProfileKey(user._id) });
    updateSessionUser(user);
    return user;
  };
}
