import { withPreload } from '@solvent/federation';
import type { Remote } from '@solvent/federation';

const remote: Remote = {
  pages: {
    conversations: withPreload(
      () => import('./inbox/conversations-page.tsx'),
      async ({ search }) => (await import('./sync/use-conversations.ts')).preloadConversations(search),
    ),
    discussion: withPreload(
      () => import('./thread/discussion/discussion-page.tsx'),
      async ({ search }) => (await import('./sync/use-conversations.ts')).preloadConversation(search.get('conversationId')),
    ),
    notifications: withPreload(
      () => import('./notifications/notifications-page.tsx'),
      async () => (await import('./notifications/notifications.ts')).preloadNotifications(),
    ),
  },
  slots: {
    'notification-bell': () => import('./notifications/bell.tsx'),
  },
};

export default remote;
