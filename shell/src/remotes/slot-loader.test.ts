/** @jest-environment node */
import { jest } from '@jest/globals';
import type { SlotLoaders } from '@solvent/federation';
import { buildChannel, buildPin } from '../testing/build-channel.ts';
import { composeTestRemotes } from '../testing/compose-test-remotes.ts';

const Dialog = () => null;
const Bell = () => null;
const loadDialog = jest.fn<NonNullable<SlotLoaders['toolbox-dialog']>>();
const fetch = jest.fn<() => Promise<unknown>>();

const channel = buildChannel(
  buildPin('marketplace'),
  buildPin('toolbox', { slots: ['toolbox-dialog', 'role-switch-dialog'] }),
  buildPin('messaging', { slots: ['notification-bell'] }),
);
const createSlots = () => composeTestRemotes(channel, { fetch }).slots;

async function getFailure(promise: Promise<unknown>): Promise<unknown> {
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
  it('is loaded once from the remote that declares it', async () => {
    const slots = createSlots();
    expect(slots.getLoaded('toolbox-dialog')).toBeUndefined();
    expect(await Promise.all([slots.load('toolbox-dialog'), slots.load('toolbox-dialog')])).toEqual([Dialog, Dialog]);
    expect(await slots.load('toolbox-dialog')).toBe(Dialog);
    expect(slots.getLoaded('toolbox-dialog')).toBe(Dialog);
    expect(fetch.mock.calls).toMatchObject([[{ name: 'toolbox' }]]);
    expect(loadDialog).toHaveBeenCalledTimes(1);
    expect(await slots.load('notification-bell')).toBe(Bell);
  });

  it('rejects if no remote declares it', async () => {
    const slots = composeTestRemotes(buildChannel(buildPin('auth')), { fetch }).slots;
    await expect(slots.load('toolbox-dialog')).rejects.toThrow('No remote of this channel provides the slot "toolbox-dialog".');
  });

  it('rejects with the name of the remote if it is declared but not exported', async () => {
    const failure = await getFailure(createSlots().load('role-switch-dialog'));
    expect(failure).toEqual(new Error('toolbox declares the slot "role-switch-dialog" but does not export it.'));
  });

  it('is requested again only by force while its remote is unavailable', async () => {
    fetch.mockRejectedValueOnce(new Error('refused')).mockRejectedValueOnce(new Error('refused'));
    const slots = createSlots();
    expect(await getFailure(slots.load('toolbox-dialog'))).toBeInstanceOf(Error);
    expect(await getFailure(slots.load('toolbox-dialog'))).toBeInstanceOf(Error);
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(await slots.load('toolbox-dialog', { force: true })).toBe(Dialog);
  });
});
