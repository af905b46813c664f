import type { HomeResponse } from '@solvent/contracts';
import { http, queryOptions } from '@solvent/http';
import { requireField } from '@solvent/kit';

const HOME_KEY = ['home'] as const;

/** `GET /home`: the user's current work. Always stale, because other users change it. */
export const homeOptions = queryOptions({
  queryKey: HOME_KEY,
  queryFn: async ({ signal }): Promise<HomeResponse> => {
    const { data } = await http.get<HomeResponse>('/home', { signal });
    requireField(data, 'totals');
    return data;
  },
  staleTime: 0,
});
