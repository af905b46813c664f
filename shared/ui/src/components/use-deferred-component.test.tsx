import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { preloadComponent, useDeferredComponent } from './use-deferred-component.ts';
import type { LoadComponent } from './use-deferred-component.ts';

const Menu = () => <p>Browse Problems</p>;
const fetch = jest.fn<LoadComponent<object>>();
const noCode = new Error('Loading chunk menu failed.');
let load: LoadComponent<object>;
beforeEach(() => {
  fetch.mockReset().mockResolvedValue({ Component: Menu });
  load = () => fetch();
});

/** A button that opens a part; `told` is called when it could not. */
function Opener({ told }: { told?: () => void }) {
  const [open, setOpen] = useState(false);
  const onFailed = () => {
    told?.();
    setOpen(false);
  };
  const { Component, failed, retry } = useDeferredComponent(load, open, told ? onFailed : undefined);
  return (
    <>
      <button type="button" onClick={() => setOpen(!open)}>
        {open ? 'Close' : 'Open'}
      </button>
      {failed ? (
        <button type="button" onClick={retry}>
          Try again
        </button>
      ) : null}
      {open && Component ? <Component /> : null}
    </>
  );
}
const open = (told?: () => void) => ({ ...render(<Opener {...(told ? { told } : {})} />), user: userEvent.setup() });
const press = (name: string) => screen.getByRole('button', { name });
const menu = () => screen.findByText('Browse Problems');

describe('a component whose code comes when it is wanted', () => {
  it('is fetched then, not before', async () => {
    const { user } = open();
    expect(fetch).not.toHaveBeenCalled();
    await user.click(press('Open'));
    expect(await menu()).toBeVisible();
  });

  it('is there at the first render of whoever wants it later', async () => {
    const { user, unmount } = open();
    await user.click(press('Open'));
    await menu();
    unmount();
    function Later() {
      const { Component } = useDeferredComponent(load, true);
      return Component ? <Component /> : null;
    }
    render(<Later />);
    expect(screen.getByText('Browse Problems')).toBeVisible();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('says that it did not come, and tries again', async () => {
    fetch.mockRejectedValueOnce(noCode);
    const { user } = open();
    await user.click(press('Open'));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await menu()).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('tells whoever opened it that it did not come, each time; the next click tries again', async () => {
    fetch.mockRejectedValueOnce(noCode).mockRejectedValueOnce(noCode);
    const told = jest.fn();
    const { user } = open(told);
    for (const times of [1, 2]) {
      await user.click(press('Open'));
      await screen.findByRole('button', { name: 'Open' });
      expect(told).toHaveBeenCalledTimes(times);
    }
    await user.click(press('Open'));
    expect(await menu()).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('does not tell a person who closed it again', async () => {
    let reject: (error: Error) => void = () => {};
    fetch.mockReturnValueOnce(new Promise((_resolve, fail) => (reject = fail)));
    const told = jest.fn();
    const { user } = open(told);
    await user.click(press('Open'));
    await user.click(press('Close'));
    reject(noCode);
    await user.click(press('Open'));
    expect(await menu()).toBeVisible();
    expect(told).not.toHaveBeenCalled();
  });
});

describe('code that is fetched before it is wanted', () => {
  it('is there at the first render', async () => {
    await preloadComponent(load);
    const { user } = open();
    await user.click(press('Open'));
    expect(screen.getByText('Browse Problems')).toBeVisible();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('and did not come is fetched again when it is wanted', async () => {
    fetch.mockRejectedValueOnce(noCode);
    await preloadComponent(load);
    const { user } = open();
    await user.click(press('Open'));
    expect(await menu()).toBeVisible();
  });
});
