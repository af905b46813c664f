/** @jest-environment node */
import { NOTIFICATION_TYPES, notificationTarget } from './notifications.ts';

const target = (type: string, data = {}) => notificationTarget({ type, data });

describe('where a notification leads (product 4.6)', () => {
  const OF_PROBLEMS =
    'bid_accepted bid_rejected new_bid question answer invited delivered agreement_changed solved paid parted disputed rated budget_changed saved_closed';

  it.each(OF_PROBLEMS.split(' '))('%s: to its problem, else to /view-problems', (type) => {
    expect(target(type, { problemId: 'p1' }).path).toBe('/view-problems/p1');
    expect(target(type).path).toBe('/view-problems');
  });

  it.each(['module_sold', 'module_reviewed', 'module_version'])('%s: to its module, else to the Toolbox', (type) => {
    expect(target(type, { moduleId: 'm1' })).toEqual({ path: '/toolbox/m1', href: '/toolbox/m1' });
    expect(target(type).path).toBe('/toolbox');
  });

  it('moderated: links to its problem or its module, else to the list', () => {
    expect(target('moderated', { problemId: 'p1' }).path).toBe('/view-problems/p1');
    expect(target('moderated', { moduleId: 'm1' }).path).toBe('/toolbox/m1');
    expect(target('moderated').path).toBe('/notifications');
  });

  it('every type that there is leads to its matter', () => {
    const data = { problemId: 'p1', conversationId: 'c1', moduleId: 'm1' };
    const astray = NOTIFICATION_TYPES.filter((type) => target(type, data).path === '/notifications');
    expect(astray).toEqual([]);
  });

  it.each(['message_received', 'new_message'])('%s: to the discussion with both ids in the state', (type) => {
    expect(target(type, { problemId: 'p1', conversationId: 'c1' })).toEqual({
      path: '/problem/discussion',
      state: { problemId: 'p1', conversationId: 'c1' },
      href: '/problem/discussion?problemId=p1&conversationId=c1',
    });
    expect(target(type).href).toBe('/problem/discussion');
  });

  it('without a state, as from a push, to the same by the address', () => {
    expect(target('new_message', { conversationId: 'c' }).href).toBe('/conversations?conversation=c');
    expect(target('new_bid', { problemId: 'p', conversationId: 'c' }).href).toBe('/view-problems/p');
    expect(target('bid_rejected').href).toBe('/view-problems');
    expect(target('something_new', { problemId: 'p' }).href).toBe('/notifications');
  });

  it('anything else: to the list', () => {
    expect(target('bid_withdrawn', { problemId: 'p1' }).path).toBe('/notifications');
  });

  it('an id cannot lead to another path', () => {
    expect(target('new_bid', { problemId: '../signin' }).path).toBe('/view-problems/..%2Fsignin');
  });
});
