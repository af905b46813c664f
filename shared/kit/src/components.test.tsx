import { jest } from '@jest/globals';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { PersonLink, Stars, UnreadBadge } from './people/people.tsx';
import { SearchField, useSearchDraft } from './lists/search-field.tsx';
import { SortSelect } from './lists/sort-select.tsx';
import { Day, RelativeTime, formatRelativeTime } from './formats/times.tsx';
import { ChipGroup, SwitchTrack, ToggleChip } from './settings/toggles.tsx';

describe('a search (product 9.7)', () => {
  const onSearch = jest.fn();
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    onSearch.mockClear();
  });
  afterEach(() => jest.useRealTimers());

  function Search() {
    const [search, setSearch] = useState('');
    const { draft, setDraft, searchNow } = useSearchDraft(search, (text) => {
      onSearch(text);
      setSearch(text);
    });
    return (
      <>
        <SearchField label="Search things" placeholder="Search..." draft={draft} onDraft={setDraft} onSubmit={searchNow} />
        <button type="button" onClick={() => setSearch('elsewhere')}>
          Back
        </button>
        <input aria-label="Other" />
      </>
    );
  }
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const field = () => screen.getByRole('textbox', { name: 'Search things' });
  const type = (text: string) => fireEvent.change(field(), { target: { value: text } });

  it('starts 500 ms after the last key, or at once on Enter, and only once', async () => {
    renderScreen(<Search />);
    type('ma');
    await pass(499);
    type(' maps ');
    await pass(499);
    expect(onSearch).not.toHaveBeenCalled();
    await pass(1);
    expect(onSearch.mock.calls).toEqual([['maps']]);
    type('charts');
    fireEvent.submit(screen.getByRole('search'));
    await pass(1000);
    expect(onSearch.mock.calls).toEqual([['maps'], ['charts']]);
  });

  it('follows a change from elsewhere, takes the focus on "/", if that is not turned off, and when it is cleared (product 10.13, 10.28)', async () => {
    renderScreen(<Search />);
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(field()).toHaveValue('elsewhere');
    await pass(1000);
    expect(onSearch).not.toHaveBeenCalled();
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Other' }), { key: '/' });
    expect(field()).not.toHaveFocus();
    localStorage.setItem('singleKeyShortcuts', 'disabled');
    fireEvent.keyDown(document.body, { key: '/' });
    expect(field()).not.toHaveFocus();
    localStorage.removeItem('singleKeyShortcuts');
    fireEvent.keyDown(document.body, { key: '/' });
    expect(field()).toHaveFocus();
    act(() => field().blur());
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
  });
});

describe('a group of chips (product 10.26)', () => {
  function Fruit() {
    const [chosen, choose] = useState('Fig');
    return (
      <>
        <ChipGroup aria-label="Fruit">
          {['Apple', 'Fig', 'Kiwi'].map((name) => (
            <ToggleChip key={name} pressed={name === chosen} onClick={() => choose(name)}>
              {name}
            </ToggleChip>
          ))}
        </ChipGroup>
        <button type="button">After</button>
      </>
    );
  }
  const chip = (name: string) => screen.getByRole('button', { name });

  it('is one Tab stop (the chip that is on, then the last focused); arrows, Home and End move inside', async () => {
    const { user } = renderScreen(<Fruit />);
    await user.tab();
    expect(chip('Fig')).toHaveFocus();
    for (const [key, name] of [
      ['ArrowDown', 'Kiwi'],
      ['ArrowRight', 'Apple'],
      ['ArrowLeft', 'Kiwi'],
      ['Home', 'Apple'],
      ['End', 'Kiwi'],
    ] as const) {
      await user.keyboard(`{${key}}`);
      expect(chip(name)).toHaveFocus();
    }
    await user.tab();
    expect(chip('After')).toHaveFocus();
    await user.tab({ shift: true });
    expect(chip('Kiwi')).toHaveFocus();
    await user.keyboard(' ');
    expect(chip('Kiwi')).toHaveAttribute('aria-pressed', 'true');
    expect(chip('Fig')).toHaveAttribute('aria-pressed', 'false');
  });
});

it('names the choice of an order "Sort", and a switch by its button', () => {
  const change = jest.fn();
  const options = [
    { value: 'new', label: 'Newest' },
    { value: 'old', label: 'Oldest' },
  ] as const;
  renderScreen(
    <>
      <SortSelect value="new" options={options} onChange={change} />
      <button type="button" role="switch" aria-checked>
        <SwitchTrack on /> Sound
      </button>
    </>,
  );
  fireEvent.change(screen.getByRole('combobox', { name: 'Sort' }), { target: { value: 'old' } });
  expect(change.mock.calls).toEqual([['old']]);
  expect(screen.getByRole('switch', { name: 'Sound' })).toBeChecked();
});

describe('a person', () => {
  it('is a link to the profile, unless the account is deleted or unknown', () => {
    renderScreen(
      <>
        <PersonLink person={{ _id: 'u 1', name: 'Ada Park', image: null }} />
        <PersonLink person={{ _id: 'u2', name: 'Mira Chen', image: null }} avatar={24} />
        <PersonLink person={{ _id: 'u1', name: 'Deleted user', image: null }} />
        <PersonLink person={{ _id: '', name: 'Somebody', image: null }} />
      </>,
    );
    const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Ada Park', '/profile/u%201'],
      [expect.stringMatching(/Mira Chen$/), '/profile/u2'],
    ]);
    expect(screen.getByRole('link', { name: 'Mira Chen' })).toBeVisible();
    expect(screen.getByText('Deleted user')).toBeVisible();
    expect(screen.getByText('Somebody')).toBeVisible();
  });

  it('is rated in stars to the nearest half, and in words (product 2.30)', () => {
    const RATINGS = [
      [4, 4, 0, '4'],
      [4.2, 4, 0, '4.2'],
      [4.26, 4, 1, '4.3'],
      [4.74, 4, 1, '4.7'],
      [4.75, 5, 0, '4.8'],
      [0.4, 0, 1, '0.4'],
      [5, 5, 0, '5'],
    ] as const;
    renderScreen(
      <>
        {RATINGS.map(([rating]) => (
          <p key={rating} data-testid={rating}>
            <Stars rating={rating} />
          </p>
        ))}
      </>,
    );
    const shown = RATINGS.map(([rating]) => {
      const stars = screen.getByTestId(String(rating));
      const count = (fill: string) => stars.querySelectorAll(`[data-fill=${fill}]`).length;
      expect(count('full') + count('half') + count('none')).toBe(5);
      return [rating, count('full'), count('half'), stars.textContent?.match(/^Rated (.*) out of 5/)?.[1]];
    });
    expect(shown).toEqual(RATINGS);
  });

  it('has a badge of unread things: 9+ above 9, nothing at 0 (product 9.4)', () => {
    renderScreen(
      <>
        {[0, 1, 9, 10].map((count) => (
          <p key={count} data-testid={count}>
            <UnreadBadge count={count} />
          </p>
        ))}
      </>,
    );
    expect([0, 1, 9, 10].map((count) => screen.getByTestId(String(count)).textContent)).toEqual(['', '1', '9', '9+']);
  });
});

describe('times', () => {
  const NOW = Date.parse('2026-11-21T12:00:00.000Z');

  it.each([
    ['2026-11-21T11:59:01.000Z', 'Just now'],
    ['2026-11-21T12:00:30.000Z', 'Just now'],
    ['2026-11-21T11:59:00.000Z', '1m ago'],
    ['2026-11-21T11:00:01.000Z', '59m ago'],
    ['2026-11-21T11:00:00.000Z', '1h ago'],
    ['2026-11-20T12:00:01.000Z', '23h ago'],
    ['2026-11-20T12:00:00.000Z', '1d ago'],
    ['2026-08-21T12:00:00.000Z', '92d ago'],
  ])('%s is "%s" (product 9.5)', (time, text) => {
    expect(formatRelativeTime(time, NOW)).toBe(text);
  });

  it('relative to now update by themselves and carry the full time, also as a title on hover', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'], now: NOW });
    try {
      const time = '2026-11-21T11:59:30.000Z';
      renderScreen(<RelativeTime time={time} />);
      const shown = screen.getByText('Just now');
      expect(shown).toHaveAttribute('datetime', time);
      fireEvent.pointerEnter(shown);
      expect(shown).toHaveAttribute('title', new Date(time).toLocaleString());
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      expect(screen.getByText('1m ago')).toBeVisible();
    } finally {
      jest.useRealTimers();
    }
  });

  it('of days have a short, a long, a yearly and a monthly form', () => {
    const time = '2026-11-20T12:00:00.000Z';
    const formats = ['short', 'long', 'dayOfYear', 'month'] as const;
    const { container } = renderScreen(
      <>
        {formats.map((format) => (
          <Day key={format} time={time} format={format} />
        ))}
      </>,
    );
    const days = [...container.querySelectorAll(`[datetime="${time}"]`)].map(({ textContent }) => textContent);
    expect(days).toEqual(['Nov 20, 2026', 'November 20, 2026', 'November 20', 'November 2026']);
  });
});
