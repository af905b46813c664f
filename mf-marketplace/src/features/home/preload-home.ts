import { queryClient } from '@solvent/http';
import { getSession } from '@solvent/store';
import { lazyComponent } from '@solvent/ui';
import { homeOptions } from '../../api/home.ts';
import { preloadProblemList } from '../../api/problem-counts.ts';
import { INITIAL_QUERY } from '../../api/problems.ts';

/** The home of a signed-in user, in its own chunk: visitors, for whom the server renders /home, do not load it. */
export const SignedInHome = lazyComponent(() => import(/* webpackChunkName: "own-home" */ './signed-in/signed-in-home.tsx'));

/** Prefetches the data of /home for a signed-in user. */
export const preloadHome = () =>
  getSession().isLogin
    ? Promise.all([SignedInHome.preload(), queryClient.prefetchQuery(homeOptions)])
    : preloadProblemList(INITIAL_QUERY);
