import { queryClient } from '@solvent/http';
import { getSession, isBrowser } from '@solvent/store';
import { lazyComponent } from '@solvent/ui';
import { homeOptions } from '../../api/home.ts';
import { preloadProblemList } from '../../api/problem-counts.ts';
import { INITIAL_QUERY } from '../../api/problems.ts';

export const SignedInHome = lazyComponent(() => import(/* webpackChunkName: "own-home" */ './signed-in/signed-in-home.tsx'));

export function preloadHome(): Promise<unknown> {
  if (!getSession().isLogin) return preloadProblemList(INITIAL_QUERY);
  // The server does not know the user.
  return Promise.all([SignedInHome.preload(), isBrowser ? queryClient.prefetchQuery(homeOptions) : undefined]);
}
