import { pushPath } from './push.ts';

describe('where a push leads (spec 4, click routing)', () => {
  it.each([
    ['new_bid', { problemId: 'p' }, '/view-problems/p'],
    ['bid_accepted', { problemId: 'p', conversationId: 'c' }, '/view-problems/p'],
    ['bid_rejected', {}, '/view-problems'],
    ['new_message', { problemId: 'p', conversationId: 'c' }, '/problem/discussion?problemId=p&conversationId=c'],
    ['message_received', { problemId: 'p', conversationId: 'c' }, '/problem/discussion?problemId=p&conversationId=c'],
    ['new_message', { conversationId: 'c' }, '/conversations?conversation=c'],
    ['new_message', {}, '/notifications'],
    ['something_new', { problemId: 'p' }, '/notifications'],
  ])('%s about %j: %s', (type, data, path) => {
    expect(pushPath({ type, data })).toBe(path);
  });
});
