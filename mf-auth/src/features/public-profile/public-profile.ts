import type { PublicProfile, PublicProfileAnswer } from '@solvent/contracts';
import { http, queryOptions } from '@solvent/http';
import { publicProfileKey } from '../../person/profile-keys.ts';

async function fetchPublicProfile(id: string, signal: AbortSignal): Promise<PublicProfile> {
  const { data } = await http.get<Partial<PublicProfileAnswer>>(`/auth/profile/${encodeURIComponent(id)}`, { signal });
  if (!data.user) throw new Error('Invalid format: the answer has no user.');
  return data.user;
}

/** `GET /auth/profile/{id}` (spec 7). */
export const publicProfileOptions = (id: string) =>
  queryOptions({ queryKey: publicProfileKey(id), queryFn: ({ signal }) => fetchPublicProfile(id, signal) });
