import type { ModulesAnswer, ProblemsAnswer } from '@solvent/contracts';
import { http, queryClient, queryOptions } from '@solvent/http';
import { publicProfileOptions } from './public-profile.ts';

/** So many of the newest are shown. */
const SHOWN = 5;

/** `GET /problems/user?userId=`: the newest that the person posted, and how many there are. */
export const theirProblemsOptions = (id: string) =>
  queryOptions({
    queryKey: ['problems', 'user', id, SHOWN],
    queryFn: async ({ signal }) => {
      const params = { userId: id, limit: SHOWN };
      const { data } = await http.get<Partial<ProblemsAnswer>>('/problems/user', { params, signal });
      if (!Array.isArray(data.problems)) throw new Error('Invalid format: the answer has no array of problems.');
      return data.problems;
    },
  });

/** `GET /modules?author=`: the newest that the person published. */
export const theirModulesOptions = (id: string) =>
  queryOptions({
    queryKey: ['modules', 'author', id, SHOWN],
    queryFn: async ({ signal }) => {
      const params = { author: id, sort: 'newest', limit: SHOWN };
      const { data } = await http.get<Partial<ModulesAnswer>>('/modules', { params, signal });
      if (!Array.isArray(data.modules)) throw new Error('Invalid format: the answer has no array of modules.');
      return data.modules;
    },
  });

/** Fetches all of a person's page, for somebody who is about to go there. */
export const preloadPublicProfile = (id: string) =>
  Promise.all([
    queryClient.prefetchQuery(publicProfileOptions(id)),
    queryClient.prefetchQuery(theirProblemsOptions(id)),
    queryClient.prefetchQuery(theirModulesOptions(id)),
  ]);
