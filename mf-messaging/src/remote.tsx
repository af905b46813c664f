import { withPreload } from '@solvent/federation';
import type { Remote } from '@solvent/federation';

const remote: Remote = {
  pages: {
    conversations: withPreload(
      () => import('./features/conversations/conversations-page.tsx'),
      async ({ search }) => (await import('./chat/use-conversations.ts')).preloadConversations(search),
    ),
    discussion: withPreload(
      () => import('./features/discussion/discussion-page.tsx'),
      async ({ search }) => (await import('./chat/use-conversations.ts')).preloadConversation(search.get('conversationId')),
    ),
    notifications: withPreload(
      () => import('./features/notifications/notifications-page.tsx'),
      async () => (await import('./api/notifications.ts')).preloadNotifications(),
    ),
  },
  slots: {
    'notification-bell': () => import('./features/bell/bell.tsx'),
  },
};

export default remote;
