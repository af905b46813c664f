import { jest } from '@jest/globals';
import { UiProvider } from '@solvent/ui';
import { act, render, screen } from '@testing-library/react';
import { Counters } from './counters.tsx';

const show = () =>
  render(
    <UiProvider>
      <Counters />
    </UiProvider>,
  );
const figures = () => screen.getAllByRole('definition').map((figure) => figure.textContent);
const pass = (duration: number) => act(() => jest.advanceTimersByTime(duration));

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the counters of /home (product 9.10)', () => {
  it('are named problems, rewards and developers', () => {
    show();
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Problems', 'Rewards', 'Developers']);
  });

  it('stand still for 500 ms after load', () => {
    show();
    pass(500);
    expect(figures()).toEqual(['0', '0', '0']);
  });

  it('count to 50, 500 and 100 in 2 s', () => {
    show();
    pass(2450);
    expect(figures()).not.toEqual(['50', '500', '100']);
    pass(60);
    expect(figures()).toEqual(['50', '500', '100']);
  });

  it('count in 30 steps', () => {
    show();
    const seen = new Set<string>();
    for (let time = 0; time < 3000; time += 10) {
      pass(10);
      seen.add(figures()[1] ?? '');
    }
    expect(seen.size).toBe(31);
  });

  it('stand at their end for people who prefer reduced motion', () => {
    const { matchMedia } = window;
    jest.spyOn(window, 'matchMedia').mockImplementation((query) => {
      return Object.assign(matchMedia(query), { matches: query === '(prefers-reduced-motion: reduce)' });
    });
    show();
    expect(figures()).toEqual(['50', '500', '100']);
  });

  it('do not move the page: figures of one width', () => {
    show();
    for (const figure of screen.getAllByRole('definition')) expect(figure).toHaveStyle({ fontVariantNumeric: 'tabular-nums' });
  });
});
