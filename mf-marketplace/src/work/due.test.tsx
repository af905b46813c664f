import { jest } from '@jest/globals';
import { render } from '@testing-library/react';
import { UiProvider } from '@solvent/ui';
import { Due } from './due.tsx';

const at = (days: number, hours = 0) => {
  const time = new Date();
  time.setHours(12 + hours, 0, 0, 0);
  time.setDate(time.getDate() + days);
  return time.toISOString();
};
const said = (time: string) => render(<Due time={time} />, { wrapper: UiProvider }).container.textContent;

describe('when work is due', () => {
  beforeEach(() => jest.useFakeTimers({ now: Date.parse(at(0)) }));
  afterEach(() => jest.useRealTimers());

  it.each([
    [0, 3, 'due today'],
    [0, -3, 'was due today'],
    [1, 11, 'due tomorrow'],
    [1, -11, 'due tomorrow'],
    [-1, 11, 'was due yesterday'],
    [2, 0, /^due \w{3} \d+, \d{4}$/],
    [-2, 0, /^was due \w{3} \d+, \d{4}$/],
  ])('in %i days and %i hours: %s', (days, hours, text) => {
    expect(said(at(days, hours))).toMatch(text);
  });
});
