import { jest } from '@jest/globals';
import type { SlotName } from '@solvent/federation';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { buildChannel, buildPin } from '../testing/build-channel.ts';
import { composeTestRemotes } from '../testing/compose-test-remotes.ts';
import { RemoteSlot } from './remote-slot.tsx';
import { RemotesContext } from './remotes-context.ts';
import type { SlotLoader } from './slot-loader.ts';

describe('a slot in the frame', () => {
  type Bell = ComponentType<object>;
  const load = jest.fn<(name: string, options?: { force?: boolean }) => Promise<Bell>>();
  const loaded = jest.fn<(name: string) => Bell | undefined>();
  const Plain: Bell = () => <button type="button">Notifications</button>;

  function renderSlot({ force = false, name = 'notification-bell' }: { force?: boolean; name?: SlotName } = {}) {
    const slots = { load, getLoaded: loaded } as unknown as SlotLoader;
    const remotes = composeTestRemotes(buildChannel(buildPin('messaging', { slots: ['notification-bell'] })), {
      fetch: async () => ({}),
    });
    const buildSlot = (shown: SlotName) => (
      <RemotesContext value={{ ...remotes, slots }}>
        <RemoteSlot
          force={force}
          name={shown}
          props={{}}
          loading={<p>Loading</p>}
          renderFailure={(retry, reference) => (
            <button type="button" onClick={retry}>
              Try again{reference}
            </button>
          )}
        />
      </RemotesContext>
    );
    const { rerender } = render(buildSlot(name));
    return { journal: remotes.journal, show: (other: SlotName) => rerender(buildSlot(other)) };
  }

  beforeEach(() => {
    load.mockReset().mockResolvedValue(Plain);
    loaded.mockReset().mockReturnValue(undefined);
  });

  it('renders a placeholder while its code loads, and none if it is loaded', async () => {
    renderSlot();
    expect(screen.getByText('Loading')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeInTheDocument();
    expect(screen.queryByText('Loading')).toBeNull();
    cleanup();
    loaded.mockReturnValue(Plain);
    renderSlot();
    expect(screen.getByRole('button', { name: 'Notifications' })).toBeInTheDocument();
  });

  it('is replaced by another slot, also after a failure', async () => {
    load.mockImplementation(async (name) => (name === 'toolbox-dialog' ? () => <p>Toolbox</p> : Plain));
    const { show } = renderSlot();
    await screen.findByRole('button', { name: 'Notifications' });
    show('toolbox-dialog');
    expect(await screen.findByText('Toolbox')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Notifications' })).toBeNull();
    load.mockRejectedValueOnce(new Error('refused'));
    show('role-switch-dialog');
    await screen.findByRole('button', { name: 'Try again' });
    show('toolbox-dialog');
    expect(await screen.findByText('Toolbox')).toBeInTheDocument();
  });

  it('records a failure to load, and a click always requests it again (product 8.21)', async () => {
    load.mockRejectedValueOnce(new Error('refused'));
    const { journal } = renderSlot();
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeInTheDocument();
    expect(journal.errors).toMatchObject([{ name: 'messaging', version: '1.0.0', kind: 'load', message: 'Error: refused' }]);
    expect(load.mock.calls).toEqual([
      ['notification-bell', { force: false }],
      ['notification-bell', { force: true }],
    ]);
    cleanup();
    renderSlot({ force: true });
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeInTheDocument();
    expect(load.mock.lastCall).toEqual(['notification-bell', { force: true }]);
  });

  it('shows a reference if it throws while rendering, and "Try again" renders it again (product 8.24)', async () => {
    const logged = jest.spyOn(console, 'error').mockReturnValue();
    let isBroken = true;
    load.mockResolvedValue(() => {
      if (isBroken) throw new Error('bell is broken');
      return <p>Repaired</p>;
    });
    const { journal } = renderSlot();
    const retry = await screen.findByRole('button', { name: /^Try again[2-9]{6}$/ });
    isBroken = false;
    fireEvent.click(retry);
    expect(await screen.findByText('Repaired')).toBeInTheDocument();
    expect(journal.errors).toMatchObject([{ name: 'messaging', kind: 'render', message: 'Error: bell is broken' }]);
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
  });
});
