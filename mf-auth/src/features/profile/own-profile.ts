import type { User, UserAnswer } from '@solvent/contracts';
import { http, queryOptions, useQuery } from '@solvent/http';
import { answeredUser } from '../../account/answered-user.ts';
import { renewSessionUser } from '../../account/renew-session-user.ts';
import { OWN_PROFILE_KEY } from '../../person/profile-keys.ts';

/** `GET /auth/profile`: the own account. What it answers is the stored user from then on. */
async function fetchOwnProfile(signal: AbortSignal): Promise<User> {
  const { data } = await http.get<UserAnswer>('/auth/profile', { signal });
  const user = answeredUser(data);
  renewSessionUser(user);
  return user;
}

const ownProfile = queryOptions({
  queryKey: OWN_PROFILE_KEY,
  queryFn: ({ signal }) => fetchOwnProfile(signal),
  staleTime: 0,
});

/** Asks for the own profile on each visit. */
export const useOwnProfile = () => useQuery(ownProfile);
