import type { Page } from '@playwright/test';
import { createScreen } from './screen.ts';

export function createThread(page: Page) {
  return {
    field: page.getByRole('textbox', { name: 'Message' }),
    attach: page.getByLabel('Attach files'),
    send: page.getByRole('button', { name: 'Send' }),
    /** A long conversation renders only messages near the viewport. */
    message: (text: string | RegExp) => page.getByRole('main').getByRole('article').filter({ hasText: text }),
  };
}

export const createMessagingScreens = (page: Page) => ({
  conversation: (id: string) => ({
    ...createScreen(page, { path: `/conversations?conversation=${id}` }),
    thread: createThread(page),
  }),
  conversations: {
    ...createScreen(page, { path: '/conversations', heading: 'Conversations', isAnyLevel: true }),
    search: page.getByLabel('Search conversations'),
    list: page.getByRole('list', { name: 'Conversations' }),
    thread: createThread(page),
  },
  discussion: (problemId: string, conversationId: string) => ({
    ...createScreen(page, { path: `/problem/discussion?problemId=${problemId}&conversationId=${conversationId}` }),
    thread: createThread(page),
  }),
  notifications: {
    ...createScreen(page, { path: '/notifications', heading: 'Notifications' }),
    list: page.getByRole('list', { name: 'Notifications' }),
    markAllRead: page.getByRole('main').getByRole('button', { name: 'Mark all as read' }),
    clearAll: page.getByRole('main').getByRole('button', { name: 'Clear all' }),
  },
  bellPanel: {
    panel: page.getByRole('dialog', { name: 'Notifications' }),
    sound: page.getByRole('switch', { name: 'Notification sound' }),
  },
});
