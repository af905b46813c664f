import type { Remote } from '@solvent/federation';

const remote: Remote = {
  pages: {
    conversations: () => import('./features/conversations/conversations-page.tsx'),
    discussion: () => import('./features/discussion/discussion-page.tsx'),
    notifications: () => import('./features/notifications/notifications-page.tsx'),
  },
  slots: {
    'notification-bell': () => import('./features/bell/bell.tsx'),
  },
};

export default remote;
