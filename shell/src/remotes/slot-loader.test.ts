/** @jest-environment node */
import { jest } from '@jest/globals';
import type { SlotLoaders } from '@solvent/federation';
import { channelOf, pinOf } from '../testing/channel-of.ts';
import { remotesOf } from '../testing/remotes-of.ts';

const Dialog = () => null;
const Bell = () => null;
const loadDialog = jest.fn<NonNullable<SlotLoaders['toolbox-dialog']>>();
const fetch = jest.fn<() => Promise<unknown>>();

const channel = channelOf(
  pinOf('marketplace'),
  pinOf('toolbox', { slots: ['toolbox-dialog', 'role-switch-dialog'] }),
  pinOf('messaging', { slots: ['notification-bell'] }),
);
const createSlots = () => remotesOf(channel, { fetch }).slots;

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  const outcome = promise.catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(1000);
  return outcome;
}

beforeEach(() => {
  jest.useFakeTimers();
  loadDialog.mockReset().mockResolvedValue({ Component: Dialog });
  fetch.mockReset().mockImplementation(async () => ({
    default: { pages: {}, slots: { 'toolbox-dialog': loadDialog, 'notification-bell': async () => ({ Component: Bell }) } },
  }));
});
afterEach(() => void jest.useRealTimers());

describe('a slot', () => {
  it('is of the remote that announces it, and loaded once', async () => {
    const slots = createSlots();
    expect(slots.loaded('toolbox-dialog')).toBeUndefined();
    expect(await Promise.all([slots.load('toolbox-dialog'), slots.load('toolbox-dialog')])).toEqual([Dialog, Dialog]);
    expect(await slots.load('toolbox-dialog')).toBe(Dialog);
    expect(slots.loaded('toolbox-dialog')).toBe(Dialog);
    expect(fetch.mock.calls).toMatchObject([[{ name: 'toolbox' }]]);
    expect(loadDialog).toHaveBeenCalledTimes(1);
    expect(await slots.load('notification-bell')).toBe(Bell);
  });

  it('that nobody announces fails and says so', async () => {
    const slots = remotesOf(channelOf(pinOf('auth')), { fetch }).slots;
    await expect(slots.load('toolbox-dialog')).rejects.toThrow('No remote of this channel offers the slot "toolbox-dialog".');
  });

  it('that is announced and not exported fails and names the remote', async () => {
    const failure = await failureOf(createSlots().load('role-switch-dialog'));
    expect(failure).toEqual(new Error('toolbox announces the slot "role-switch-dialog" and does not export it.'));
  });

  it('is asked for again only when a person asks, while its remote is out of reach', async () => {
    fetch.mockRejectedValueOnce(new Error('refused')).mockRejectedValueOnce(new Error('refused'));
    const slots = createSlots();
    expect(await failureOf(slots.load('toolbox-dialog'))).toBeInstanceOf(Error);
    expect(await failureOf(slots.load('toolbox-dialog'))).toBeInstanceOf(Error);
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(await slots.load('toolbox-dialog', { force: true })).toBe(Dialog);
  });
});
