import type { Remote } from '@solvent/federation';

const remote: Remote = {
  routes: [
    {
      path: '/conversations',
      title: 'Conversations',
      page: () => import(/* webpackChunkName: "conversations" */ './features/conversations/conversations-page.tsx'),
    },
    {
      path: '/problem/discussion',
      title: 'Discussion',
      page: () => import(/* webpackChunkName: "discussion" */ './features/discussion/discussion-page.tsx'),
    },
    {
      path: '/notifications',
      title: 'Notifications',
      page: () => import(/* webpackChunkName: "notifications" */ './features/notifications/notifications-page.tsx'),
    },
  ],
  slots: {
    'notification-bell': () => import(/* webpackChunkName: "bell" */ './features/bell/bell.tsx'),
  },
};

export default remote;
