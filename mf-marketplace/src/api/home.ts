import type { HomeAnswer } from '@solvent/contracts';
import { http, queryOptions } from '@solvent/http';
import { pick } from '@solvent/kit';

const HOME_KEY = ['home'] as const;

/** `GET /home`: the user's current work. Always stale, because other users change it. */
export const homeOptions = queryOptions({
  queryKey: HOME_KEY,
  queryFn: async ({ signal }): Promise<HomeAnswer> => {
    const { data } = await http.get<HomeAnswer>('/home', { signal });
    pick(data, 'totals');
    return data;
  },
  staleTime: 0,
});
