import { notificationsStore } from '@solvent/store';
import { brokenServer, refuse } from '@solvent/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { listing, openPage, read, unread } from './test-page.ts';
import type { Routes } from './test-page.ts';

let api: ReturnType<typeof openPage>['api'];
let calls: ReturnType<typeof openPage>['calls'];
function open(routes: Routes) {
  const page = openPage(routes);
  ({ api, calls } = page);
  return page;
}

afterEach(() => api.restore());

describe('mark all as read (product 2.27)', () => {
  it('reads all at once, says so, and gives the focus to the heading', async () => {
    const { user } = open({ ...listing(unread, read), 'PUT /notifications/read-all': () => ({}) });
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText('All notifications marked as read')).toBeVisible();
    expect(screen.queryByText('Unread')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Notifications' })).toHaveFocus();
  });

  it('tells of a failure and asks for the list again', async () => {
    const { user } = open({ ...listing(unread), 'PUT /notifications/read-all': () => brokenServer('7F3KQ2') });
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText('Failed to mark all notifications as read')).toBeVisible();
    expect(screen.getByText('7F3KQ2')).toBeVisible();
    expect(await screen.findByText('Unread')).toBeInTheDocument();
    expect(calls()).toEqual(['GET /notifications', 'PUT /notifications/read-all', 'GET /notifications']);
  });
});

describe('clear all (product 2.27)', () => {
  async function confirm(routes: Routes) {
    const { user } = open({ ...listing(unread), ...routes });
    await user.click(await screen.findByRole('button', { name: 'Clear all' }));
    const dialog = await screen.findByRole('dialog', { name: 'Clear all notifications?' });
    return { user, dialog };
  }

  it('asks once, then empties the list', async () => {
    const { user, dialog } = await confirm({ 'DELETE /notifications/clear-all': () => ({}) });
    await user.click(within(dialog).getByRole('button', { name: 'Clear all' }));
    expect(await screen.findByText('All notifications cleared')).toBeVisible();
    expect(await screen.findByText('No notifications')).toBeInTheDocument();
    expect(notificationsStore.getState().unreadCount).toBe(0);
  });

  it('does nothing when the person cancels', async () => {
    const { user, dialog } = await confirm({});
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Tomas Vega bid $180.')).toBeVisible();
    expect(calls()).toEqual(['GET /notifications']);
  });

  it('tells of a failure and asks for the list again', async () => {
    const { user, dialog } = await confirm({ 'DELETE /notifications/clear-all': () => refuse('internal', 'No') });
    await user.click(within(dialog).getByRole('button', { name: 'Clear all' }));
    expect(await screen.findByText('Failed to clear notifications')).toBeVisible();
    expect(await screen.findByText('Tomas Vega bid $180.')).toBeInTheDocument();
    expect(calls().at(-1)).toBe('GET /notifications');
  });
});
