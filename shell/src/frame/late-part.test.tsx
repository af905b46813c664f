import { jest } from '@jest/globals';
import { renderScreen } from '@solvent/testing';
import type { LoadComponent } from '@solvent/ui';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { LatePart } from './late-part.tsx';

const fetch = jest.fn<LoadComponent<object>>();
let load: LoadComponent<object>;

function Bar() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(!open)}>
        Menu
      </button>
      {open ? (
        <LatePart
          load={load}
          loading={<p>Loading</p>}
          failure="The menu could not be loaded. Please try again."
          onFailed={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
const menu = () => screen.getByRole('button', { name: 'Menu' });

beforeEach(() => {
  fetch.mockReset().mockResolvedValue({ Component: () => <p>Browse Problems</p> });
  load = () => fetch();
});

describe('a part of the frame that loads late', () => {
  it('shows what stands for it, then itself; the next time at once', async () => {
    const { user } = renderScreen(<Bar />);
    expect(fetch).not.toHaveBeenCalled();
    await user.click(menu());
    expect(await screen.findByText('Browse Problems')).toBeInTheDocument();
    await user.dblClick(menu());
    expect(screen.getByText('Browse Problems')).toBeInTheDocument();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('leaves the page standing when its code does not come, says so, and is tried again by the next click', async () => {
    fetch.mockRejectedValueOnce(new Error('Loading chunk mobile-menu failed.'));
    const { user } = renderScreen(<Bar />);
    await user.click(menu());
    expect(await screen.findByText('The menu could not be loaded. Please try again.')).toBeInTheDocument();
    await user.click(menu());
    expect(await screen.findByText('Browse Problems')).toBeInTheDocument();
  });
});
