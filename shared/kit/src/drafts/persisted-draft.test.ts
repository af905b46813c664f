import { jest } from '@jest/globals';
import { changeBidRules, createProblemRules } from '@solvent/contracts/rules';
import { act, renderHook } from '@testing-library/react';
import { createPersistedDraft, useAutosave, usePersistedDraft } from './persisted-draft.ts';

const KEY = 'solvent.draft.test.ada';
const saved = () => localStorage.getItem(KEY);
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const BID: { amount: string | undefined; message: string; idempotencyKey: string } = {
  amount: undefined,
  message: '',
  idempotencyKey: 'new-key',
};

describe('a draft (product 3.2, 10.12)', () => {
  const draft = createPersistedDraft({ key: KEY, initial: BID, schema: changeBidRules });

  it('is restored as it was typed, whatever the rules of length, until it is cleared', () => {
    const written = { amount: '180', message: 'I would', idempotencyKey: 'key-1' };
    expect(draft.write(written)).toBe(true);
    expect(draft.read()).toEqual(written);
    draft.clear();
    expect(draft.read()).toEqual(BID);
  });

  it('is not kept while nothing was typed, nor when everything was removed again', () => {
    draft.write({ ...BID, amount: '180' });
    expect(draft.write({ amount: '', message: '', idempotencyKey: 'key-1' })).toBe(false);
    expect(saved()).toBeNull();
  });

  it.each(['{', '7', 'null', '[]', '{"message":4,"amount":{}}'])('that is %s in storage counts as absent', (stored) => {
    localStorage.setItem(KEY, stored);
    expect(draft.read()).toEqual(BID);
  });

  it('loses choices that no longer exist, and items of another type', () => {
    const initial = { category: '', tags: ['css'], body: 'Template' };
    const read = () => createPersistedDraft({ key: KEY, initial, schema: createProblemRules }).read();
    localStorage.setItem(KEY, JSON.stringify({ category: 'alchemy', tags: ['react', 7, 'css'], other: true }));
    expect(read()).toEqual({ category: '', tags: ['react', 'css'], body: 'Template' });
    localStorage.setItem(KEY, JSON.stringify({ category: 'backend' }));
    expect(read()).toMatchObject({ category: 'backend' });
  });

  it('of one text is kept as that text, and not at all when it is spaces', () => {
    const message = createPersistedDraft({ key: KEY, initial: '' });
    message.write(' Hello');
    expect(saved()).toBe(' Hello');
    expect(message.read()).toBe(' Hello');
    expect(message.write('  ')).toBe(false);
    expect(saved()).toBeNull();
  });

  it('of one tab is kept in that tab', () => {
    createPersistedDraft({ key: KEY, initial: '', area: 'session' }).write('Hello');
    expect(saved()).toBeNull();
    expect(sessionStorage.getItem(KEY)).toBe('Hello');
  });
});

describe('the draft of a form (product 10.12)', () => {
  function open(elsewhere?: Parameters<typeof usePersistedDraft<{ title: string }>>[1]) {
    const use = ({ title }: { title: string | undefined }) => {
      const draft = usePersistedDraft({ key: KEY, initial: { title: '' } }, elsewhere);
      useAutosave(draft, { title: title ?? draft.initialValue.title });
      return draft;
    };
    const { result, rerender, unmount } = renderHook(use, { initialProps: { title: undefined as string | undefined } });
    return { draft: () => result.current, type: (title: string) => rerender({ title }), unmount };
  }

  const elsewhere = (newValue: string | null) => {
    const oldValue = localStorage.getItem(KEY);
    if (newValue === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, newValue);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue, oldValue })));
  };

  it('fills it when it opens again', () => {
    const form = open();
    expect(form.draft().isSaved).toBe(false);
    form.type('Flaky');
    expect(form.draft().isSaved).toBe(true);
    form.type('Flaky test');
    form.unmount();
    const reopened = open().draft();
    expect(reopened.initialValue).toEqual({ title: 'Flaky test' });
    expect(reopened.isSaved).toBe(true);
  });

  it('is serialized once for a change, however often the form renders, and written at once when the page is hidden', () => {
    const form = open();
    const stringify = jest.spyOn(JSON, 'stringify');
    for (const title of ['F', 'F', 'F']) form.type(title);
    expect(saved()).toBe('{"title":"F"}');
    expect(stringify).toHaveBeenCalledTimes(1);
    for (const title of ['Fl', 'Fla', 'Flak']) form.type(title);
    window.dispatchEvent(new Event('pagehide'));
    expect(saved()).toBe('{"title":"Flak"}');
    expect(stringify).toHaveBeenCalledTimes(2);
    stringify.mockRestore();
  });

  it('is removed when it was sent, and kept again after a change or when sending failed after all', () => {
    const form = open();
    form.type('Flaky');
    act(() => form.draft().clear());
    act(() => form.draft().save({ title: 'Flaky' }));
    expect(form.draft().isSaved).toBe(false);
    expect(saved()).toBeNull();
    act(() => form.draft().restore({ title: 'Flaky' }));
    expect(saved()).toBe('{"title":"Flaky"}');
    act(() => form.draft().clear());
    form.type('Flaky!');
    expect(saved()).toBe('{"title":"Flaky!"}');
  });

  it('that another tab has sent is reported, and not kept again', () => {
    const onClear = jest.fn();
    const form = open({ onClear });
    form.type('Flaky');
    form.type('Flaky!');
    elsewhere(null);
    expect(onClear).toHaveBeenCalledTimes(1);
    expect(form.draft().isSaved).toBe(false);
    form.type('Flaky!');
    form.unmount();
    expect(saved()).toBeNull();
  });

  it.each([
    ['no other text: it is empty', undefined, '{"title":"Steady"}', false],
    ['no other text: it typed what was sent', 'Flaky', '{"title":"Flaky"}', false],
    ['other text', 'Flaky', '{"title":"Steady"}', true],
  ])('that another tab has sent leaves a form with %s', (_what, typed, sent, hasOwnText) => {
    const onClear = jest.fn();
    const form = open({ onClear });
    if (typed) form.type(typed);
    localStorage.setItem(KEY, sent);
    elsewhere(null);
    expect(onClear.mock.calls).toEqual([[hasOwnText]]);
  });

  it('that another tab has replaced and sent leaves a form with the earlier text', () => {
    localStorage.setItem(KEY, '{"title":"Flaky"}');
    const onClear = jest.fn();
    open({ onClear });
    localStorage.setItem(KEY, '{"title":"Steady"}');
    elsewhere(null);
    expect(onClear.mock.calls).toEqual([[true]]);
  });

  it('that another tab has sent is not removed again by the emptied form', () => {
    const form = open({ onClear: () => undefined });
    form.type('Flaky');
    elsewhere(null);
    localStorage.setItem(KEY, '{"title":"Next"}');
    form.type('');
    form.unmount();
    expect(saved()).toBe('{"title":"Next"}');
  });

  it('that another tab has changed is reported, and not written back', () => {
    const onChange = jest.fn();
    const form = open({ onChange });
    form.type('Flaky');
    form.type('Flaky!');
    elsewhere('{"title":"Steady"}');
    expect(onChange).toHaveBeenCalledWith({ title: 'Steady' });
    form.type('Steady');
    form.unmount();
    expect(saved()).toBe('{"title":"Steady"}');
  });
});
