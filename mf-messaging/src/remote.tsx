import type { Remote } from '@solvent/federation';
import { preloadNotifications } from './notification/notifications-query.ts';

const remote: Remote = {
  routes: [
    {
      path: '/notifications',
      title: 'Notifications',
      page: () => import(/* webpackChunkName: "notifications" */ './features/notifications/notifications-page.tsx'),
      preload: preloadNotifications,
    },
  ],
  slots: {
    'notification-bell': () => import(/* webpackChunkName: "bell" */ './features/bell/bell.tsx'),
  },
};

export default remote;
