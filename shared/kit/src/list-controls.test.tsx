import { jest } from '@jest/globals';
import { UiProvider } from '@solvent/ui';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { SearchField, useSearchDraft } from './search-field.tsx';
import { SortSelect } from './sort-select.tsx';
import { SwitchTrack, ToggleChip } from './toggles.tsx';
import { useNearEnd } from './infinite-list.tsx';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const wait = (duration: number) => act(() => jest.advanceTimersByTime(duration));

describe('a search', () => {
  const searched = jest.fn();
  beforeEach(() => searched.mockClear());

  function Harness() {
    const [search, setSearch] = useState('');
    const { draft, setDraft, searchNow } = useSearchDraft(search, (text) => {
      searched(text);
      setSearch(text);
    });
    return (
      <UiProvider>
        <SearchField label="Search things" placeholder="Search..." draft={draft} onDraft={setDraft} onSubmit={searchNow} />
        <button type="button" onClick={() => setSearch('elsewhere')}>
          Back
        </button>
      </UiProvider>
    );
  }
  const field = () => screen.getByRole('textbox', { name: 'Search things' });
  const type = (text: string) => fireEvent.change(field(), { target: { value: text } });

  it('happens once nobody has typed for 500 ms (product 9.7)', () => {
    render(<Harness />);
    type('ma');
    wait(499);
    type(' maps ');
    wait(499);
    expect(searched).not.toHaveBeenCalled();
    wait(1);
    expect(searched.mock.calls).toEqual([['maps']]);
  });

  it('happens at once on Enter, and not again', () => {
    render(<Harness />);
    type('maps');
    fireEvent.submit(screen.getByRole('search'));
    wait(1000);
    expect(searched.mock.calls).toEqual([['maps']]);
  });

  it('follows a search that changed elsewhere', () => {
    render(<Harness />);
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(field()).toHaveValue('elsewhere');
    wait(1000);
    expect(searched).not.toHaveBeenCalled();
  });

  it('is emptied by its button, which gives the focus back', () => {
    render(<Harness />);
    type('maps');
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
  });

  it('takes the focus on "/", but not from another field', () => {
    render(
      <>
        <Harness />
        <input aria-label="Other" />
      </>,
    );
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Other' }), { key: '/' });
    expect(field()).not.toHaveFocus();
    fireEvent.keyDown(document.body, { key: '/' });
    expect(field()).toHaveFocus();
  });
});

describe('choices', () => {
  it('an order is chosen from a list named Sort', () => {
    const change = jest.fn();
    const options = [
      { value: 'new', label: 'Newest' },
      { value: 'old', label: 'Oldest' },
    ] as const;
    render(
      <UiProvider>
        <SortSelect value="new" options={options} onChange={change} />
      </UiProvider>,
    );
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort' }), { target: { value: 'old' } });
    expect(change.mock.calls).toEqual([['old']]);
  });

  it('a chip says whether it is pressed', () => {
    render(
      <UiProvider>
        <ToggleChip pressed>React</ToggleChip>
      </UiProvider>,
    );
    expect(screen.getByRole('button', { name: 'React' })).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('the end of a list', () => {
  function List({ armed, onNear }: { armed: boolean; onNear: () => void }) {
    const end = useNearEnd(armed, onNear);
    return <div ref={end} />;
  }

  it('is watched 200 px ahead while armed (product 9.7)', () => {
    const observed = jest.fn();
    const Observer = window.IntersectionObserver;
    window.IntersectionObserver = class extends Observer {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super(callback, options);
        observed(options?.rootMargin);
        callback([{ isIntersecting: true } as IntersectionObserverEntry], this);
      }
    };
    try {
      const near = jest.fn();
      const { rerender } = render(<List armed={false} onNear={near} />);
      expect(near).not.toHaveBeenCalled();
      rerender(<List armed onNear={near} />);
      expect(near).toHaveBeenCalledTimes(1);
      expect(observed).toHaveBeenCalledWith('0px 0px 200px');
    } finally {
      window.IntersectionObserver = Observer;
    }
  });
});

it('the picture of a switch says nothing: its button does', () => {
  render(
    <UiProvider>
      <button type="button" role="switch" aria-checked>
        <SwitchTrack on /> Sound
      </button>
    </UiProvider>,
  );
  expect(screen.getByRole('switch', { name: 'Sound' })).toBeChecked();
});
