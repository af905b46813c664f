import type { Remote } from '@solvent/federation';

const remote: Remote = {
  routes: [
    {
      path: '/signin',
      title: 'Sign in',
      page: () => import(/* webpackChunkName: "sign-in" */ './features/sign-in/sign-in-page.tsx'),
    },
    {
      path: '/signup',
      title: 'Create an account',
      page: () => import(/* webpackChunkName: "sign-up" */ './features/sign-up/sign-up-page.tsx'),
    },
    {
      path: '/finishSignUp',
      title: 'Verify your email',
      page: () => import(/* webpackChunkName: "finish-sign-up" */ './features/finish-sign-up/finish-sign-up-page.tsx'),
    },
    {
      path: '/reset-password',
      title: 'Reset your password',
      page: () => import(/* webpackChunkName: "reset-password" */ './features/reset-password/reset-password-page.tsx'),
    },
    {
      path: '/profile',
      title: 'Profile',
      page: () => import(/* webpackChunkName: "profile" */ './features/profile/profile-page.tsx'),
    },
    {
      path: '/profile/:id',
      title: 'Profile',
      page: () => import(/* webpackChunkName: "public-profile" */ './features/public-profile/public-profile-page.tsx'),
    },
  ],
  slots: {
    'role-switch-dialog': () =>
      import(/* webpackChunkName: "role-switch-dialog" */ './features/role-switch/role-switch-dialog.tsx'),
  },
};

export default remote;
