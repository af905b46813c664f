import { jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { channelOf, pinOf } from '../testing/channel-of.ts';
import { remotesOf } from '../testing/remotes-of.ts';
import { RemoteSlot } from './remote-slot.tsx';
import { RemotesContext } from './remotes-context.ts';
import type { SlotLoader } from './slot-loader.ts';

type Bell = ComponentType<object>;

const channel = channelOf(pinOf('messaging', { slots: ['notification-bell'] }));
const load = jest.fn<(name: string, options?: { force?: boolean }) => Promise<Bell>>();
const loaded = jest.fn<(name: string) => Bell | undefined>();
const Plain: Bell = () => <button type="button">Notifications</button>;

function renderSlot({ asked = false } = {}) {
  // One slot is enough here, so its props need not follow from its name.
  const slots = { load, loaded } as unknown as SlotLoader;
  const remotes = remotesOf(channel, { fetch: async () => ({}) });
  const view = render(
    <RemotesContext value={{ ...remotes, slots }}>
      <RemoteSlot
        asked={asked}
        name="notification-bell"
        props={{}}
        loading={<p>Loading</p>}
        renderFailure={(retry, reference) => (
          <button type="button" onClick={retry}>
            Try again{reference}
          </button>
        )}
      />
    </RemotesContext>,
  );
  return { ...view, journal: remotes.journal };
}

beforeEach(() => {
  load.mockReset().mockResolvedValue(Plain);
  loaded.mockReset().mockReturnValue(undefined);
});

describe('a slot in the frame', () => {
  it('shows what stands for it while its code comes, then itself', async () => {
    renderSlot();
    expect(screen.getByText('Loading')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeInTheDocument();
    expect(screen.queryByText('Loading')).toBeNull();
  });

  it('shows itself at once when its code is there already', () => {
    loaded.mockReturnValue(Plain);
    renderSlot();
    expect(screen.getByRole('button', { name: 'Notifications' })).toBeInTheDocument();
  });

  it('that cannot be had fails alone, and Try again asks the network whatever was before', async () => {
    load.mockRejectedValueOnce(new Error('refused'));
    const { journal } = renderSlot();
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeInTheDocument();
    expect(journal.errors).toMatchObject([{ name: 'messaging', version: '1.0.0', kind: 'load', message: 'Error: refused' }]);
    expect(load.mock.calls).toEqual([
      ['notification-bell', { force: false }],
      ['notification-bell', { force: true }],
    ]);
  });

  it('that a click asked for is tried whatever was before', async () => {
    renderSlot({ asked: true });
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeInTheDocument();
    expect(load.mock.calls).toEqual([['notification-bell', { force: true }]]);
  });

  it('that throws while it renders fails alone, and Try again renders it anew', async () => {
    const reported = jest.spyOn(console, 'error').mockReturnValue();
    let isBroken = true;
    load.mockResolvedValue(() => {
      if (isBroken) throw new Error('bell is broken');
      return <p>Mended</p>;
    });
    const { journal } = renderSlot();
    // What its report carries can be quoted (product 8.24).
    const retry = await screen.findByRole('button', { name: /^Try again[2-9]{6}$/ });
    isBroken = false;
    fireEvent.click(retry);
    expect(await screen.findByText('Mended')).toBeInTheDocument();
    expect(journal.errors).toMatchObject([{ name: 'messaging', kind: 'render', message: 'Error: bell is broken' }]);
    expect(reported).toHaveBeenCalled();
    reported.mockRestore();
  });
});
