/** @jest-environment node */
import type { Notification } from '@solvent/contracts';
import { buildNotification } from '@solvent/testing/factories';
import {
  flattenNotifications,
  getUnreadCount,
  withAllRead,
  withReceived,
  withAllCleared,
  withRead,
  withManyRead,
} from './notification-updates.ts';
import type { NotificationPages } from './notification-updates.ts';

describe('the pages of notifications', () => {
  const [first, second, third] = [
    buildNotification({ _id: 'n1' }),
    buildNotification({ _id: 'n2' }),
    buildNotification({ _id: 'n3', read: true }),
  ];
  const pages = (...lists: Notification[][]): NotificationPages => ({
    pages: lists.map((notifications, i) => ({ notifications, unreadCount: 2, page: i + 1, limit: 20, totalPages: lists.length })),
    pageParams: lists.map((_, i) => i + 1),
  });
  const readStates = (list: NotificationPages) =>
    flattenNotifications(list).map(({ _id, read }) => `${_id} ${read ? 'read' : 'unread'}`);

  it('list each notification once even if pages overlap', () => {
    expect(flattenNotifications(pages([first, second], [second, third])).map(({ _id }) => _id)).toEqual(['n1', 'n2', 'n3']);
    expect(flattenNotifications(undefined)).toEqual([]);
  });

  it('decrease the count once per read notification, never below 0 (product 4.5)', () => {
    const once = withRead(pages([first, second], [third]), 'n2');
    expect(readStates(once)).toEqual(['n1 unread', 'n2 read', 'n3 read']);
    expect(getUnreadCount(once)).toBe(1);
    expect(getUnreadCount(withRead(once, 'n2'))).toBe(1);
    const [page] = pages([first]).pages;
    const miscounted = { pages: page ? [{ ...page, unreadCount: 0 }] : [], pageParams: [1] };
    expect(getUnreadCount(withRead(miscounted, 'n1'))).toBe(0);
  });

  it('have no unread ones after all are read, and are empty after all are cleared (product 4.5)', () => {
    const list = pages([first], [second]);
    expect(readStates(withAllRead(list))).toEqual(['n1 read', 'n2 read']);
    expect(getUnreadCount(withAllRead(list))).toBe(0);
    expect(withAllCleared(list).pages).toEqual([{ notifications: [], unreadCount: 0, page: 1, limit: 20, totalPages: 1 }]);
  });

  it('put a new one on top and count it once', () => {
    const fresh = buildNotification({ _id: 'n9' });
    const once = withReceived(pages([first], [second]), fresh);
    expect(flattenNotifications(once).map(({ _id }) => _id)).toEqual(['n9', 'n1', 'n2']);
    expect(getUnreadCount(once)).toBe(3);
    const twice = withReceived(once, fresh);
    expect([flattenNotifications(twice).length, getUnreadCount(twice)]).toEqual([3, 3]);
  });

  it('move an updated one to the top, and count it only if it was read (product 4.5)', () => {
    const list = withReceived(pages([first, second], [third]), { ...second, title: '2 new messages' });
    expect(flattenNotifications(list).map(({ _id }) => _id)).toEqual(['n2', 'n1', 'n3']);
    expect(flattenNotifications(list)[0]?.title).toBe('2 new messages');
    expect(getUnreadCount(list)).toBe(2);
    expect(getUnreadCount(withReceived(list, { ...third, read: false }))).toBe(3);
  });

  it('apply reads of other devices with the server’s count (product 11.13)', () => {
    const some = withManyRead(pages([first, second], [third]), ['n1', 'n-unknown'], 7);
    expect(readStates(some)).toEqual(['n1 read', 'n2 unread', 'n3 read']);
    expect(getUnreadCount(some)).toBe(7);
    const all = withManyRead(some, null, 0);
    expect([readStates(all), getUnreadCount(all)]).toEqual([['n1 read', 'n2 read', 'n3 read'], 0]);
  });
});
