import type { Remote } from '@solvent/federation';
import { preloadConversation, preloadConversations } from './conversation/preload-conversations.ts';
import { preloadNotifications } from './notification/notifications-query.ts';

const remote: Remote = {
  routes: [
    {
      path: '/conversations',
      title: 'Conversations',
      page: () => import(/* webpackChunkName: "conversations" */ './features/conversations/conversations-page.tsx'),
      preload: ({ search }) => preloadConversations(search),
    },
    {
      path: '/problem/discussion',
      title: 'Discussion',
      page: () => import(/* webpackChunkName: "discussion" */ './features/discussion/discussion-page.tsx'),
      preload: ({ search }) => preloadConversation(search.get('conversationId')),
    },
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
