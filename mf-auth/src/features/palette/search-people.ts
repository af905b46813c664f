import type { ProfilesResponse } from '@solvent/contracts';
import type { SearchModule } from '@solvent/federation';
import { http } from '@solvent/http';
import { requireField } from '@solvent/kit';

/** `GET /auth/profiles` for the command palette (product 10.14). */
export const search: SearchModule['search'] = async (text, { signal }) => {
  const { data } = await http.get<Partial<ProfilesResponse>>('/auth/profiles', { params: { search: text }, signal });
  return requireField(data, 'users').map(({ _id, name, headline }) => ({
    to: `/profile/${_id}`,
    label: name,
    ...(headline === '' ? {} : { detail: headline }),
  }));
};
