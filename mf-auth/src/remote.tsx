import { withPreload } from '@solvent/federation';
import type { Remote } from '@solvent/federation';

const remote: Remote = {
  pages: {
    'sign-in': () => import('./features/sign-in/sign-in-page.tsx'),
    'sign-up': () => import('./features/sign-up/sign-up-page.tsx'),
    'finish-sign-up': () => import('./features/finish-sign-up/finish-sign-up-page.tsx'),
    'reset-password': () => import('./features/reset-password/reset-password-page.tsx'),
    profile: () => import('./features/public-profile/own-profile-page.tsx'),
    settings: () => import('./features/profile/settings-page.tsx'),
    'public-profile': withPreload(
      () => import('./features/public-profile/public-profile-page.tsx'),
      async ({ params: { id = '' } }) => (await import('./api/public-profiles.ts')).preloadPublicProfile(id),
    ),
  },
  slots: {
    'role-switch-dialog': () => import('./features/role-switch/role-switch-dialog.tsx'),
    'solver-switch-dialog': () => import('./features/role-switch/solver-switch-dialog.tsx'),
  },
  searches: {
    people: () => import('./features/palette/search-people.ts'),
  },
};

export default remote;
