import type { Remote } from '@solvent/federation';

const remote: Remote = {
  pages: {
    home: () => import('./features/home/home-page.tsx'),
    problems: () => import('./features/browse/browse-page.tsx'),
    'view-problem': () => import('./features/view-problem/view-problem-page.tsx'),
    'all-problems': () => import('./features/view-problem/all-problems-page.tsx'),
    'post-problem': () => import('./features/post-problem/post-problem-page.tsx'),
    'my-bids': () => import('./features/my-bids/my-bids-page.tsx'),
    'my-problems': () => import('./features/my-problems/my-problems-page.tsx'),
    'saved-problems': () => import('./features/saved-problems/saved-problems-page.tsx'),
  },
  searches: {
    problems: () => import('./features/palette/search-problems.ts'),
  },
};

export default remote;
