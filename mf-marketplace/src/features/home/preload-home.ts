import { queryClient } from '@solvent/http';
import { getSession } from '@solvent/store';
import { lazyComponent } from '@solvent/ui';
import { homeOptions } from '../../api/home.ts';
import { preloadProblemList } from '../../api/problem-counts.ts';
import { INITIAL_QUERY } from '../../api/problems.ts';

export const SignedInHome = lazyComponent(() => import(/* webpackChunkName: "own-home" */ './signed-in/signed-in-home.tsx'));

export const preloadHome = () =>
  getSession().isLogin
    ? Promise.all([SignedInHome.preload(), queryClient.prefetchQuery(homeOptions)])
    : preloadProblemList(INITIAL_QUERY);
