import type { Remote } from '@solvent/federation';
import { queryClient } from '@solvent/http';
import { readFilters, toQuery } from './features/browse/filters.ts';
import { categoryCountsOptions } from './problem/category-counts.ts';
import { problemListOptions } from './problem/problem-list.ts';

const remote: Remote = {
  routes: [
    {
      path: '/home',
      title: 'Home',
      page: () => import(/* webpackChunkName: "home" */ './features/home/home-page.tsx'),
    },
    {
      path: '/problems',
      title: 'Browse Problems',
      page: () => import(/* webpackChunkName: "problems" */ './features/browse/browse-page.tsx'),
      preload: ({ search }) =>
        Promise.all([
          queryClient.prefetchInfiniteQuery(problemListOptions(toQuery(readFilters(search)))),
          queryClient.prefetchQuery(categoryCountsOptions),
        ]),
    },
  ],
  slots: {},
};

export default remote;
