import type {
  ModulesAnswer,
  ProblemsAnswer,
  PublicProfile,
  PublicProfileAnswer,
  UpdateProfileBody,
  User,
  UserAnswer,
} from '@solvent/contracts';
import { http, queryClient, queryOptions, useQuery, useQueryClient } from '@solvent/http';
import { pick } from '@solvent/kit';
import { answeredUser, renewSessionUser } from './account.ts';

/** Where the query cache holds profiles: what changes the own one makes the public one old. */
const OWN_PROFILE_KEY = ['profile', 'own'] as const;
export const publicProfileKey = (id: string) => ['profile', 'public', id] as const;

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

/** `PUT /auth/profile`: what is absent stays as it is. The answer is the stored user from then on, in every tab. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return async (body: UpdateProfileBody): Promise<User> => {
    const { data } = await http.put<UserAnswer>('/auth/profile', body);
    const user = answeredUser(data);
    client.setQueryData(OWN_PROFILE_KEY, user);
    void client.invalidateQueries({ queryKey: publicProfileKey(user._id) });
    renewSessionUser(user);
    return user;
  };
}

async function fetchPublicProfile(id: string, signal: AbortSignal): Promise<PublicProfile> {
  const { data } = await http.get<Partial<PublicProfileAnswer>>(`/auth/profile/${encodeURIComponent(id)}`, { signal });
  return pick(data, 'user');
}

/** `GET /auth/profile/{id}` (spec 7). */
export const publicProfileOptions = (id: string) =>
  queryOptions({ queryKey: publicProfileKey(id), queryFn: ({ signal }) => fetchPublicProfile(id, signal) });

/** So many of the newest are shown. */
const SHOWN = 5;

/** `GET /problems/user?userId=`: the newest that the person posted, and how many there are. */
export const theirProblemsOptions = (id: string) =>
  queryOptions({
    queryKey: ['problems', 'user', id, SHOWN],
    queryFn: async ({ signal }) => {
      const params = { userId: id, limit: SHOWN };
      const { data } = await http.get<Partial<ProblemsAnswer>>('/problems/user', { params, signal });
      return pick(data, 'problems');
    },
  });

/** `GET /modules?author=`: the newest that the person published. */
export const theirModulesOptions = (id: string) =>
  queryOptions({
    queryKey: ['modules', 'author', id, SHOWN],
    queryFn: async ({ signal }) => {
      const params = { author: id, sort: 'newest', limit: SHOWN };
      const { data } = await http.get<Partial<ModulesAnswer>>('/modules', { params, signal });
      return pick(data, 'modules');
    },
  });

/** Fetches all of a person's page, for somebody who is about to go there. */
export const preloadPublicProfile = (id: string) =>
  Promise.all([
    queryClient.prefetchQuery(publicProfileOptions(id)),
    queryClient.prefetchQuery(theirProblemsOptions(id)),
    queryClient.prefetchQuery(theirModulesOptions(id)),
  ]);
