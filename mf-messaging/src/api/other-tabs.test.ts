import { jest } from '@jest/globals';
import { onOtherTabChange, tellOtherTabs } from './notifications.ts';

const otherTab = () => new BroadcastChannel('solvent-notifications');

/** Resolves with what the channel says next. */
const next = (channel: BroadcastChannel) =>
  new Promise((resolve) => channel.addEventListener('message', ({ data }) => resolve(data), { once: true }));

function say(channel: BroadcastChannel) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  channel.postMessage('changed');
}

describe('the browser’s other tabs', () => {
  it('are told, whether this one listens or not', async () => {
    const other = otherTab();
    const first = next(other);
    tellOtherTabs();
    expect(await first).toBe('changed');
    const second = next(other);
    const stop = onOtherTabChange(() => {});
    tellOtherTabs();
    expect(await second).toBe('changed');
    stop();
    other.close();
  });

  it('are heard; what this one says is not', async () => {
    const other = otherTab();
    const echo = next(other);
    const heard = jest.fn();
    const stop = onOtherTabChange(heard);
    tellOtherTabs();
    await echo;
    expect(heard).not.toHaveBeenCalled();
    const told = new Promise<void>((resolve) => {
      heard.mockImplementation(() => resolve());
    });
    say(other);
    await told;
    expect(heard).toHaveBeenCalledTimes(1);
    stop();
    other.close();
  });
});
