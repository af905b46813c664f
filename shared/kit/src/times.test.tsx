import { jest } from '@jest/globals';
import { UiProvider } from '@solvent/ui';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Day, RelativeTime, relativeTime } from './times.tsx';

const now = Date.parse('2026-11-21T12:00:00.000Z');

describe('relative time (product 9.5)', () => {
  it.each([
    ['2026-11-21T11:59:01.000Z', 'Just now'],
    ['2026-11-21T12:00:30.000Z', 'Just now'],
    ['2026-11-21T11:59:00.000Z', '1m ago'],
    ['2026-11-21T11:00:01.000Z', '59m ago'],
    ['2026-11-21T11:00:00.000Z', '1h ago'],
    ['2026-11-20T12:00:01.000Z', '23h ago'],
    ['2026-11-20T12:00:00.000Z', '1d ago'],
    ['2026-08-21T12:00:00.000Z', '92d ago'],
  ])('%s is "%s"', (time, text) => {
    expect(relativeTime(time, now)).toBe(text);
  });

  it('carries the full time for machines, and as a title for who points at it', async () => {
    const time = new Date().toISOString();
    render(
      <UiProvider>
        <RelativeTime time={time} />
      </UiProvider>,
    );
    const shown = screen.getByText('Just now');
    expect(shown).toHaveAttribute('datetime', time);
    await userEvent.hover(shown);
    expect(shown).toHaveAttribute('title', new Date(time).toLocaleString());
  });
});

it.each([
  ['short', 'Nov 20, 2026'],
  ['long', 'November 20, 2026'],
  ['dayOfYear', 'November 20'],
  ['month', 'November 2026'],
] as const)('a day reads in its %s form as %s', (format, text) => {
  render(
    <UiProvider>
      <Day time="2026-11-20T12:00:00.000Z" format={format} />
    </UiProvider>,
  );
  expect(screen.getByText(text)).toHaveAttribute('datetime', '2026-11-20T12:00:00.000Z');
});

it('a relative time grows older by itself', () => {
  jest.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00.000Z') });
  render(
    <UiProvider>
      <RelativeTime time="2026-11-21T11:59:30.000Z" />
    </UiProvider>,
  );
  expect(screen.getByText('Just now')).toBeInTheDocument();
  act(() => jest.advanceTimersByTime(60_000));
  expect(screen.getByText('1m ago')).toBeInTheDocument();
  jest.useRealTimers();
});
