import { queryClient } from '@solvent/http';
import { getSession } from '@solvent/store';
import { lazyComponent } from '@solvent/ui';
import { homeOptions } from '../../api/home.ts';
import { preloadProblemList } from '../../api/problem-counts.ts';
import { OPENING_QUERY } from '../../api/problems.ts';

/** The home of a signed-in user, in its own chunk: visitors, for whom the server renders /home, do not load it. */
export const OwnHome = lazyComponent(() => import(/* webpackChunkName: "own-home" */ './own/own-home.tsx'));

/** Prefetches the data of /home for a signed-in user. */
export const preloadHome = () =>
  getSession().isLogin
    ? Promise.all([OwnHome.preload(), queryClient.prefetchQuery(homeOptions)])
    : preloadProblemList(OPENING_QUERY);
