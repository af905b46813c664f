import { jest } from '@jest/globals';
import { intersect } from '@solvent/testing/browser-parts';
import { renderScreen } from '@solvent/testing/render-screen';
import { lazyComponent } from '@solvent/ui';
import type { LazyComponent } from '@solvent/ui';
import { act, screen } from '@testing-library/react';
import { LazySection } from './lazy-section.tsx';

const loader = () => jest.fn(() => Promise.resolve({ Component: () => <h2>Arrived</h2> }));

/** @param section the one that was shown before */
function show(load: ReturnType<typeof loader>, section: LazyComponent<object> = lazyComponent(load)) {
  const view = renderScreen(<LazySection section={section} minH="480px" />);
  const place = view.container.firstElementChild as HTMLElement;
  return { ...view, section, place, approach: () => act(async () => intersect(place)) };
}

describe('a section of /home (product 2.9)', () => {
  it('loads when a person comes near it', async () => {
    const load = loader();
    const { approach } = show(load);
    expect(load).not.toHaveBeenCalled();
    await approach();
    expect(screen.getByRole('heading', { name: 'Arrived' })).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('keeps its space free until then', async () => {
    const { place, approach } = show(loader());
    expect(place).toHaveStyle({ minHeight: '480px' });
    await approach();
    expect(place).not.toHaveStyle({ minHeight: '480px' });
  });

  it('is there at once when one comes back to the page', async () => {
    const load = loader();
    const { approach, unmount, section } = show(load);
    await approach();
    unmount();
    show(load, section);
    expect(screen.getByRole('heading', { name: 'Arrived' })).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('says when its code did not come, and tries again', async () => {
    const load = loader();
    load.mockRejectedValueOnce(new Error('chunk'));
    const { approach, user } = show(load);
    await approach();
    expect(screen.getByText('This part of the page could not be loaded')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Arrived' })).toBeVisible();
  });
});
