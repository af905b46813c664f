import { http, queryClient, queryOptions } from '@solvent/http';
import { requireField } from '@solvent/kit';
import type { ModulesResponse, ProblemsResponse, PublicProfile, PublicProfileResponse } from '@solvent/contracts';

export const publicProfileKey = (id: string) => ['profile', 'public', id] as const;

async function fetchPublicProfile(id: string, signal: AbortSignal): Promise<PublicProfile> {
  const { data } = await http.get<Partial<PublicProfileResponse>>(`/auth/profile/${encodeURIComponent(id)}`, { signal });
  return requireField(data, 'user');
}

export const publicProfileOptions = (id: string) =>
  queryOptions({ queryKey: publicProfileKey(id), queryFn: ({ signal }) => fetchPublicProfile(id, signal) });

const LIST_LIMIT = 5;

export const profileProblemsOptions = (id: string) =>
  queryOptions({
    queryKey: ['problems', 'user', id, LIST_LIMIT],
    queryFn: async ({ signal }) => {
      const params = { userId: id, limit: LIST_LIMIT };
      const { data } = await http.get<Partial<ProblemsResponse>>('/problems/user', { params, signal });
      return requireField(data, 'problems');
    },
  });

export const profileModulesOptions = (id: string) =>
  queryOptions({
    queryKey: ['modules', 'author', id, LIST_LIMIT],
    queryFn: async ({ signal }) => {
      const params = { author: id, sort: 'newest', limit: LIST_LIMIT };
      const { data } = await http.get<Partial<ModulesResponse>>('/modules', { params, signal });
      return requireField(data, 'modules');
    },
  });

export const preloadPublicProfile = (id: string) =>
  Promise.all([
    queryClient.prefetchQuery(publicProfileOptions(id)),
    queryClient.prefetchQuery(profileProblemsOptions(id)),
    queryClient.prefetchQuery(profileModulesOptions(id)),
  ]);
