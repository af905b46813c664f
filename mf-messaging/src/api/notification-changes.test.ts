import type { Notification } from '@solvent/contracts';
import { buildNotification } from '@solvent/testing/factories';
import { flatten, unreadCountOf, withAllRead, withNew, withNone, withRead, withReadOnes } from './notification-changes.ts';
import type { NotificationPages } from './notification-changes.ts';

const [first, second, third] = [
  buildNotification({ _id: 'n1' }),
  buildNotification({ _id: 'n2' }),
  buildNotification({ _id: 'n3', read: true }),
];

const pages = (...lists: Notification[][]): NotificationPages => ({
  pages: lists.map((notifications, i) => ({ notifications, unreadCount: 2, page: i + 1, limit: 20, totalPages: lists.length })),
  pageParams: lists.map((_, i) => i + 1),
});

const readStates = (list: NotificationPages) => flatten(list).map(({ _id, read }) => `${_id} ${read ? 'read' : 'unread'}`);

describe('the pages in the cache', () => {
  it('give every notification once, though pages overlap', () => {
    expect(flatten(pages([first, second], [second, third])).map(({ _id }) => _id)).toEqual(['n1', 'n2', 'n3']);
    expect(flatten(undefined)).toEqual([]);
  });

  it('reading one lowers the count, reading it again does not', () => {
    const once = withRead(pages([first, second], [third]), 'n2');
    expect(readStates(once)).toEqual(['n1 unread', 'n2 read', 'n3 read']);
    expect(unreadCountOf(once)).toBe(1);
    expect(unreadCountOf(withRead(once, 'n2'))).toBe(1);
  });

  it('the count never goes below 0 (product 4.5)', () => {
    const [page] = pages([first]).pages;
    const miscounted = { pages: page ? [{ ...page, unreadCount: 0 }] : [], pageParams: [1] };
    expect(unreadCountOf(withRead(miscounted, 'n1'))).toBe(0);
  });

  it('reading all leaves none unread', () => {
    const read = withAllRead(pages([first], [second]));
    expect(readStates(read)).toEqual(['n1 read', 'n2 read']);
    expect(unreadCountOf(read)).toBe(0);
  });

  it('clearing leaves one empty page', () => {
    expect(withNone(pages([first], [second])).pages).toEqual([
      { notifications: [], unreadCount: 0, page: 1, limit: 20, totalPages: 1 },
    ]);
  });

  it('a new one stands on top and counts; the same one again does neither', () => {
    const fresh = buildNotification({ _id: 'n9' });
    const once = withNew(pages([first], [second]), fresh);
    expect(flatten(once).map(({ _id }) => _id)).toEqual(['n9', 'n1', 'n2']);
    expect(unreadCountOf(once)).toBe(3);
    const twice = withNew(once, fresh);
    expect(flatten(twice)).toHaveLength(3);
    expect(unreadCountOf(twice)).toBe(3);
  });

  it('one that is known stands on top with what is new of it, and counts again only after it was read', () => {
    const list = withNew(pages([first, second], [third]), { ...second, title: '2 new messages' });
    expect(flatten(list).map(({ _id }) => _id)).toEqual(['n2', 'n1', 'n3']);
    expect(flatten(list)[0]?.title).toBe('2 new messages');
    expect(unreadCountOf(list)).toBe(2);
    expect(unreadCountOf(withNew(list, { ...third, read: false }))).toBe(3);
  });

  it('those that were read elsewhere are read, with the server’s count', () => {
    const some = withReadOnes(pages([first, second], [third]), ['n1', 'n-unknown'], 7);
    expect(readStates(some)).toEqual(['n1 read', 'n2 unread', 'n3 read']);
    expect(unreadCountOf(some)).toBe(7);
    expect(readStates(withReadOnes(some, null, 0))).toEqual(['n1 read', 'n2 read', 'n3 read']);
  });
});
