import { withPreload } from '@solvent/federation';
import type { Remote } from '@solvent/federation';

const remote: Remote = {
  pages: {
    home: withPreload(
      () => import('./features/home/home-page.tsx'),
      async () => (await import('./features/home/preload-home.ts')).preloadHome(),
    ),
    problems: withPreload(
      () => import('./features/browse/browse-page.tsx'),
      async ({ search }) => (await import('./features/browse/preload.ts')).preloadProblems(search),
    ),
    'view-problem': withPreload(
      () => import('./features/view-problem/view-problem-page.tsx'),
      async ({ params: { id = '' } }) => (await import('./api/problems.ts')).preloadProblem(id),
    ),
    receipt: () => import('./features/receipt/receipt-page.tsx'),
    'all-problems': () => import('./features/view-problem/all-problems-page.tsx'),
    'post-problem': () => import('./features/post-problem/post-problem-page.tsx'),
    'my-bids': withPreload(
      () => import('./features/my-bids/my-bids-page.tsx'),
      async ({ search }) => (await import('./features/my-bids/bid-tab.ts')).preloadMyBids(search),
    ),
    'my-problems': withPreload(
      () => import('./features/my-problems/my-problems-page.tsx'),
      async ({ search }) => (await import('./features/my-problems/own-problems.ts')).preloadOwnProblems(search),
    ),
    'saved-problems': withPreload(
      () => import('./features/saved-problems/saved-problems-page.tsx'),
      async () => (await import('./api/saved-problems.ts')).preloadSavedProblems(),
    ),
  },
  searches: {
    problems: () => import('./features/palette/search-problems.ts'),
  },
};

export default remote;
