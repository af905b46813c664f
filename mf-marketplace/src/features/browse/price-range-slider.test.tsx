import { jest } from '@jest/globals';
import { UiProvider } from '@solvent/ui';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import type { PriceRange } from './filters.ts';
import { PriceRangeSlider } from './price-range-slider.tsx';

const commit = jest.fn<(price: PriceRange) => void>();

function Harness({ start }: { start: PriceRange }) {
  const [price, setPrice] = useState(start);
  return (
    <UiProvider>
      <PriceRangeSlider
        price={price}
        onCommit={(next) => {
          commit(next);
          setPrice(next);
        }}
      />
    </UiProvider>
  );
}

function show(start: PriceRange = [0, 1000]) {
  render(<Harness start={start} />);
  const track = screen.getByRole('slider', { name: 'Lowest price' }).parentElement as HTMLElement;
  // A track of 1,000 px: 1 px is $10.
  track.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 44);
  return track;
}
const lowest = () => screen.getByRole('slider', { name: 'Lowest price' });
const highest = () => screen.getByRole('slider', { name: 'Highest price' });
const press = (key: string, more: object = {}) => fireEvent.keyDown(highest(), { key, ...more });

beforeEach(() => commit.mockClear());

describe('the price range (product 4.16 and 9.8)', () => {
  it('goes from $0 to $10,000 and says where it stands', () => {
    show();
    expect(lowest()).toHaveAttribute('aria-valuemin', '0');
    expect(highest()).toHaveAttribute('aria-valuemax', '10000');
    expect(lowest()).toHaveAttribute('aria-valuenow', '0');
    expect(highest()).toHaveAttribute('aria-valuenow', '1000');
    expect(highest()).toHaveAttribute('aria-valuetext', '$1,000');
    expect(screen.getByRole('group', { name: 'Price range' })).toHaveTextContent('$0–$1,000');
  });

  it.each([
    ['ArrowRight', 1005],
    ['ArrowUp', 1005],
    ['ArrowLeft', 995],
    ['ArrowDown', 995],
    ['PageUp', 1500],
    ['PageDown', 500],
    ['End', 10_000],
    ['Home', 0],
  ])('%s commits at once, in steps of $5', (key, value) => {
    show();
    press(key);
    expect(commit.mock.calls).toEqual([[[0, value]]]);
    expect(highest()).toHaveAttribute('aria-valuenow', String(value));
  });

  it('leaves other keys alone', () => {
    show();
    expect(press('Tab')).toBe(true);
    expect(commit).not.toHaveBeenCalled();
  });

  it('a held key commits its first step, and the rest when it is let go', () => {
    show();
    press('ArrowRight');
    press('ArrowRight', { repeat: true });
    press('ArrowRight', { repeat: true });
    expect(commit.mock.calls).toEqual([[[0, 1005]]]);
    expect(highest()).toHaveAttribute('aria-valuenow', '1015');
    fireEvent.keyUp(highest(), { key: 'ArrowRight' });
    expect(commit.mock.calls.at(-1)).toEqual([[0, 1015]]);
  });

  it('follows the slider except while dragging', () => {
    const track = show();
    fireEvent.pointerDown(track, { clientX: 98, button: 0, pointerId: 1 });
    fireEvent.pointerMove(track, { clientX: 250.3 });
    expect(highest()).toHaveAttribute('aria-valuenow', '2505');
    expect(highest()).toHaveFocus();
    expect(commit).not.toHaveBeenCalled();
    fireEvent.pointerUp(track, { clientX: 250.3 });
    expect(commit.mock.calls).toEqual([[[0, 2505]]]);
  });

  it('a drag that the browser takes away changes nothing', () => {
    const track = show();
    fireEvent.pointerDown(track, { clientX: 98, button: 0, pointerId: 1 });
    fireEvent.pointerMove(track, { clientX: 400 });
    fireEvent.pointerCancel(track);
    expect(highest()).toHaveAttribute('aria-valuenow', '1000');
    expect(commit).not.toHaveBeenCalled();
  });

  it('a press takes the nearer thumb', () => {
    const track = show([2000, 8000]);
    fireEvent.pointerDown(track, { clientX: 300, button: 0, pointerId: 1 });
    fireEvent.pointerUp(track);
    expect(commit.mock.calls).toEqual([[[3000, 8000]]]);
  });

  it.each([
    [40, [400, 1000]],
    [300, [1000, 3000]],
  ])('two thumbs on one spot come apart the way that the pointer goes', (clientX, price) => {
    const track = show([1000, 1000]);
    fireEvent.pointerDown(track, { clientX: 100, button: 0, pointerId: 1 });
    fireEvent.pointerMove(track, { clientX });
    fireEvent.pointerUp(track);
    expect(commit.mock.calls).toEqual([[price]]);
  });

  it('thumbs never pass each other', () => {
    const track = show([500, 1000]);
    fireEvent.pointerDown(track, { clientX: 50, button: 0, pointerId: 1 });
    fireEvent.pointerMove(track, { clientX: 300 });
    fireEvent.pointerMove(track, { clientX: 400 });
    fireEvent.pointerUp(track);
    expect(commit.mock.calls).toEqual([[[1000, 1000]]]);
  });
});
