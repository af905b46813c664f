import type { HomeAnswer } from '@solvent/contracts';
import { http, queryOptions } from '@solvent/http';
import { pick } from '@solvent/kit';

const HOME_KEY = ['home'] as const;

/** `GET /home`: what the person who is signed in has under way. Much of it is of others: whoever comes back asks again. */
export const homeOptions = queryOptions({
  queryKey: HOME_KEY,
  queryFn: async ({ signal }): Promise<HomeAnswer> => {
    const { data } = await http.get<HomeAnswer>('/home', { signal });
    pick(data, 'totals');
    return data;
  },
  staleTime: 0,
});
