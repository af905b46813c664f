import type { Notification, NotificationsResponse } from '@solvent/contracts';
import { buildNotification, signInAs } from '@solvent/testing/factories';
import { fakeApi } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { createElement } from 'react';
import { Component } from './notifications-page.tsx';

export type Routes = Parameters<typeof fakeApi>[0];

export const unread = buildNotification({
  _id: 'n1',
  title: 'New bid',
  message: 'Tomas Vega bid $180.',
  data: { problemId: 'p7' },
});
export const read = buildNotification({ _id: 'n2', title: 'Bid rejected', type: 'bid_rejected', read: true });

export const answer = (notifications: Notification[], more: Partial<NotificationsResponse> = {}): NotificationsResponse => ({
  notifications,
  unreadCount: notifications.filter((notification) => !notification.read).length,
  page: 1,
  limit: 20,
  totalPages: 1,
  ...more,
});

export const listing = (...notifications: Notification[]): Routes => ({ 'GET /notifications': () => answer(notifications) });

export function openPage(routes: Routes) {
  signInAs({ _id: 'ada' });
  const api = fakeApi(routes);
  const calls = () => api.requests.map(({ method, path }) => `${method} ${path}`);
  return { ...renderScreen(createElement(Component), { at: '/notifications' }), api, calls };
}
