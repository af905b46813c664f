import { queryClient } from '@solvent/http';
import { getSession, isBrowser, useSession } from '@solvent/store';
import { lazyComponent, Page, PageHeading } from '@solvent/ui';
import { homeOptions } from '../../api/home.ts';
import { categoryCountsOptions } from '../../api/problem-counts.ts';
import { OPENING_QUERY, problemListOptions } from '../../api/problems.ts';
import { LeftAlone, VisitorsHome } from './visitors-home.tsx';

// Visitors, for whom this page is made, need none of it.
const OwnHome = lazyComponent(() => import(/* webpackChunkName: "own-home" */ './own/own-home.tsx'));

const preloadOwn = () => Promise.all([OwnHome.preload(), queryClient.prefetchQuery(homeOptions)]);

export const preload = () =>
  getSession().isLogin
    ? preloadOwn()
    : Promise.all([
        queryClient.prefetchInfiniteQuery(problemListOptions(OPENING_QUERY)),
        queryClient.prefetchQuery(categoryCountsOptions(OPENING_QUERY)),
      ]);

// With this page's code, which is fetched ahead, so is what follows from it.
if (isBrowser && getSession().isLogin) void OwnHome.preload();

/** /home: what visitors are told (product 2.9), or what who is signed in has under way (product 2.49). */
export function Component() {
  const isLogin = useSession((state) => state.isLogin);
  if (isLogin)
    return (
      <Page>
        <PageHeading text="What you have under way, and what to do next.">Home</PageHeading>
        <OwnHome />
      </Page>
    );
  // While React takes over what the server made, it knows of no session yet.
  return isBrowser && getSession().isLogin ? <LeftAlone /> : <VisitorsHome />;
}
