import { changeBidRules, createProblemRules } from '@solvent/contracts/rules';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { persistedDraft, useKeepDraft, usePersistedDraft } from './persisted-draft.ts';

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

describe('a draft', () => {
  const draft = persistedDraft({ key: KEY, initial: BID, schema: changeBidRules });

  it('comes back as it was typed: rules of length wait for the sending', () => {
    const written = { amount: '180', message: 'I would', idempotencyKey: 'key-1' };
    expect(draft.write(written)).toBe(true);
    expect(draft.read()).toEqual(written);
  });

  it('is not kept while nothing was typed, nor when all was taken out again', () => {
    draft.write({ ...BID, amount: '180' });
    expect(draft.write({ amount: '', message: '', idempotencyKey: 'key-1' })).toBe(false);
    expect(saved()).toBeNull();
  });

  it('is gone once cleared', () => {
    draft.write({ ...BID, amount: '180' });
    draft.clear();
    expect(draft.read()).toEqual(BID);
  });

  it.each(['{', '7', 'null', '[]', '{"message":4,"amount":{}}'])('that reads %s is as if it were not there', (kept) => {
    localStorage.setItem(KEY, kept);
    expect(draft.read()).toEqual(BID);
  });

  it('leaves out choices that there are no more, and items of another type', () => {
    const initial = { category: '', tags: ['css'], body: 'Template' };
    localStorage.setItem(KEY, JSON.stringify({ category: 'alchemy', tags: ['react', 7, 'css'], other: true }));
    expect(persistedDraft({ key: KEY, initial, schema: createProblemRules }).read()).toEqual({
      category: '',
      tags: ['react', 'css'],
      body: 'Template',
    });
    localStorage.setItem(KEY, JSON.stringify({ category: 'backend' }));
    expect(persistedDraft({ key: KEY, initial, schema: createProblemRules }).read()).toMatchObject({ category: 'backend' });
  });

  it('of one text is kept as that text, and not at all when it is spaces', () => {
    const message = persistedDraft({ key: KEY, initial: '' });
    message.write(' Hello');
    expect(saved()).toBe(' Hello');
    expect(message.read()).toBe(' Hello');
    expect(message.write('  ')).toBe(false);
    expect(saved()).toBeNull();
  });

  it('of this tab alone is kept in the tab', () => {
    persistedDraft({ key: KEY, initial: '', area: 'session' }).write('Hello');
    expect(saved()).toBeNull();
    expect(sessionStorage.getItem(KEY)).toBe('Hello');
  });
});

function Form({ onClearedElsewhere }: { onClearedElsewhere?: () => void }) {
  const draft = usePersistedDraft({ key: KEY, initial: { title: '' } }, onClearedElsewhere);
  const [title, setTitle] = useState(draft.first.title);
  useKeepDraft(draft, { title });
  return (
    <>
      <input aria-label="Title" value={title} onChange={(event) => setTitle(event.target.value)} />
      <p role="status">{draft.isKept ? 'Draft kept' : 'No draft'}</p>
      <button type="button" onClick={draft.clear}>
        Sent
      </button>
      <button type="button" onClick={() => draft.restore({ title })}>
        Not sent after all
      </button>
    </>
  );
}
const title = () => screen.getByLabelText('Title');
const state = () => screen.getByText(/^(Draft kept|No draft)$/);
const press = (name: string) => screen.getByRole('button', { name });

describe('the draft of a form', () => {
  it('fills it when it opens again', async () => {
    const { user, unmount } = renderScreen(<Form />);
    expect(state()).toHaveTextContent('No draft');
    await user.type(title(), 'Flaky');
    expect(state()).toHaveTextContent('Draft kept');
    unmount();
    renderScreen(<Form />);
    expect(title()).toHaveValue('Flaky');
  });

  it('that was sent is kept no more, until something changes', async () => {
    const { user } = renderScreen(<Form />);
    await user.type(title(), 'Flaky');
    await user.click(press('Sent'));
    expect(state()).toHaveTextContent('No draft');
    expect(saved()).toBeNull();
    await user.type(title(), '!');
    expect(saved()).toBe('{"title":"Flaky!"}');
  });

  it('comes back when it was not sent after all', async () => {
    const { user } = renderScreen(<Form />);
    await user.type(title(), 'Flaky');
    await user.click(press('Sent'));
    await user.click(press('Not sent after all'));
    expect(saved()).toBe('{"title":"Flaky"}');
  });

  it('that another tab has sent is told, and not kept again', async () => {
    let told = 0;
    const { user } = renderScreen(<Form onClearedElsewhere={() => (told += 1)} />);
    await user.type(title(), 'Flaky');
    localStorage.removeItem(KEY);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: null })));
    expect(told).toBe(1);
    expect(state()).toHaveTextContent('No draft');
    expect(saved()).toBeNull();
  });
});
