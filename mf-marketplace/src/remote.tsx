import type { Remote, RemoteRoute } from '@solvent/federation';

/** One page at two addresses (product 2.1). */
const viewProblem = (path: string): RemoteRoute => ({
  path,
  title: 'Problem',
  page: () => import(/* webpackChunkName: "view-problem" */ './features/view-problem/view-problem-page.tsx'),
});

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
    },
    viewProblem('/view-problems/:id'),
    viewProblem('/problems/:id'),
    {
      path: '/view-problems',
      title: 'Browse Problems',
      page: () => import(/* webpackChunkName: "view-problem" */ './features/view-problem/all-problems-page.tsx'),
    },
    {
      path: '/post-problem',
      title: 'Post a Problem',
      page: () => import(/* webpackChunkName: "post-problem" */ './features/post-problem/post-problem-page.tsx'),
    },
    {
      path: '/my-bids',
      title: 'My Bids',
      page: () => import(/* webpackChunkName: "my-bids" */ './features/my-bids/my-bids-page.tsx'),
    },
    {
      path: '/saved-problems',
      title: 'Saved Problems',
      page: () => import(/* webpackChunkName: "saved-problems" */ './features/saved-problems/saved-problems-page.tsx'),
    },
  ],
  slots: {},
};

export default remote;
