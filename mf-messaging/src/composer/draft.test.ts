import { jest } from '@jest/globals';
import { act, render, renderHook } from '@testing-library/react';
import { createElement, useSyncExternalStore } from 'react';
import { readDraftPreview, onDraftChange, useDraft } from './draft.ts';

const OWNER = { userId: 'ada', conversationId: 'c1' };
const KEY = 'solvent.draft.message.ada.c1';
const saved = () => localStorage.getItem(KEY);
const open = () => renderHook(() => useDraft(OWNER));
function changeInOtherTab(key: string, newValue: string | null): void {
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })));
}

afterEach(() => localStorage.clear());

it('updates list rows while a draft is typed, without reading storage', () => {
  const { result } = open();
  const onChange = jest.fn();
  const stop = onDraftChange(onChange);
  expect(readDraftPreview(OWNER)).toBeUndefined();
  act(() => result.current.write('Shall I'));
  const read = jest.spyOn(Storage.prototype, 'getItem');
  act(() => result.current.write('Shall I\nbegin?'));
  for (let row = 0; row < 10; row += 1) expect(readDraftPreview(OWNER)).toBe('Shall I begin?');
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
  expect(onChange).toHaveBeenCalledTimes(2);
  changeInOtherTab(KEY, 'Written elsewhere');
  expect(readDraftPreview(OWNER)).toBe('Written elsewhere');
  stop();
});

it('shows the whole draft in a list that replaces the conversation before the draft is stored', () => {
  let draft: ReturnType<typeof useDraft> | undefined;
  const Writing = () => {
    draft = useDraft(OWNER);
    return null;
  };
  const Row = () => useSyncExternalStore(onDraftChange, () => readDraftPreview(OWNER));
  const { container, rerender } = render(createElement(Writing));
  for (const text of ['Shall I', 'Shall I begin?']) act(() => draft?.write(text));
  expect(saved()).toBe('Shall I');
  rerender(createElement(Row));
  expect(container).toHaveTextContent('Shall I begin?');
});

it('is shared by all tabs, and cleared in all after one has sent it (product 3.2)', () => {
  const { result, unmount } = open();
  act(() => result.current.write('Hello'));
  changeInOtherTab(KEY, 'Hello there');
  expect(result.current.text).toBe('Hello there');
  const quote = { _id: 'm1', seq: 1, sender: { _id: 'diego', name: 'Diego' }, preview: 'Hi' };
  changeInOtherTab(`${KEY}.reply`, JSON.stringify(quote));
  expect(result.current.replyTo).toMatchObject({ _id: 'm1', preview: 'Hi' });
  changeInOtherTab(KEY, null);
  changeInOtherTab(`${KEY}.reply`, null);
  expect(result.current.text).toBe('');
  expect(result.current.replyTo).toBeNull();
  act(() => result.current.write('Hello there'));
  act(() => void window.dispatchEvent(new Event('pagehide')));
  expect(saved()).toBe('Hello there');
  changeInOtherTab(KEY, null);
  unmount();
  expect(saved()).toBeNull();
});
