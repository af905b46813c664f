/** @jest-environment node */
import { NOTIFICATION_TYPES, notificationTarget } from './notifications.ts';

const target = (type: string, data = {}) => notificationTarget({ type, data });

describe('notification targets (product 4.6)', () => {
  const PROBLEM_TYPES =
    'bid_accepted bid_rejected new_bid question answer invited delivered agreement_changed solved paid parted disputed rated budget_changed saved_closed';

  it.each(PROBLEM_TYPES.split(' '))('%s: to its problem, otherwise to /view-problems', (type) => {
    expect(target(type, { problemId: 'p1' }).path).toBe('/view-problems/p1');
    expect(target(type).path).toBe('/view-problems');
  });

  it.each(['module_sold', 'module_reviewed', 'module_version'])('%s: to its module, otherwise to the Toolbox', (type) => {
    expect(target(type, { moduleId: 'm1' })).toEqual({ path: '/toolbox/m1', href: '/toolbox/m1' });
    expect(target(type).path).toBe('/toolbox');
  });

  it('moderated: to its problem or module, otherwise to the list', () => {
    expect(target('moderated', { problemId: 'p1' }).path).toBe('/view-problems/p1');
    expect(target('moderated', { moduleId: 'm1' }).path).toBe('/toolbox/m1');
    expect(target('moderated').path).toBe('/notifications');
  });

  it('search_matched: to the list of its search, otherwise to /problems', () => {
    expect(target('search_matched', { path: '/problems?q=redis' }).href).toBe('/problems?q=redis');
    expect(target('search_matched').path).toBe('/problems');
  });

  it.each([
    ['payment_details', '/profile/settings/account'],
    ['sign_in_added', '/profile/settings/security'],
  ])('%s: to its section of the settings', (type, path) => {
    expect(target(type)).toEqual({ path, href: path });
  });

  it('routes every type', () => {
    const data = { problemId: 'p1', conversationId: 'c1', moduleId: 'm1' };
    const unrouted = NOTIFICATION_TYPES.filter((type) => target(type, data).path === '/notifications');
    expect(unrouted).toEqual([]);
  });

  it.each(['message_received', 'new_message'])('%s: to the discussion with both ids in the state', (type) => {
    expect(target(type, { problemId: 'p1', conversationId: 'c1' })).toEqual({
      path: '/problem/discussion',
      state: { problemId: 'p1', conversationId: 'c1' },
      href: '/problem/discussion?problemId=p1&conversationId=c1',
    });
    expect(target(type).href).toBe('/problem/discussion');
  });

  it('puts the ids into the query where there is no router state, as in a push message', () => {
    expect(target('new_message', { conversationId: 'c' }).href).toBe('/conversations?conversation=c');
    expect(target('new_bid', { problemId: 'p', conversationId: 'c' }).href).toBe('/view-problems/p');
    expect(target('bid_rejected').href).toBe('/view-problems');
    expect(target('something_new', { problemId: 'p' }).href).toBe('/notifications');
  });

  it('routes unknown types to the list', () => {
    expect(target('bid_withdrawn', { problemId: 'p1' }).path).toBe('/notifications');
  });

  it('encodes ids', () => {
    expect(target('new_bid', { problemId: '../signin' }).path).toBe('/view-problems/..%2Fsignin');
  });
});
