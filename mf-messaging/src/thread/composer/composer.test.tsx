import { jest } from '@jest/globals';
import { CHAT } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { saidIn } from '../../chat/test-chat.ts';
import { field, openThread, sayToServer, sendButton, stored } from '../test-thread.ts';
import { filesOfDrafts } from './draft.ts';

let thread: ReturnType<typeof openThread>;
const sent: unknown[] = [];

function open() {
  thread = openThread({
    routes: {
      'POST /chat/messages': ({ body }) => {
        sent.push(body);
        return { message: stored(body, sent.length) };
      },
    },
  });
  return thread;
}

beforeEach(() => {
  sent.length = 0;
});
afterEach(() => {
  thread.api.restore();
  act(clearSession);
  localStorage.clear();
  filesOfDrafts.clear();
  jest.restoreAllMocks();
});

const fileOf = (name: string, bytes = 3, type = 'text/plain') => {
  const file = new File(['abc'], name, { type });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};
const chosen = () => screen.findByRole('list', { name: 'Files of this message' });
const names = async () =>
  within(await chosen())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const attach = async (...files: File[]) => {
  await field();
  await thread.user.upload(screen.getByLabelText('Attach files'), files);
};
const dataOf = (files: File[], types = ['Files']) => ({ files, types, items: [] });

describe('the formatting of a message (product 10.25)', () => {
  it('is a toolbar that a button opens, and marks what is selected', async () => {
    const { user } = open();
    await user.type(await field(), 'Monday');
    expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Formatting', expanded: false }));
    const toolbar = await screen.findByRole('toolbar', { name: 'Formatting' });
    // Of a message's field only the few tools.
    expect(within(toolbar).queryByRole('button', { name: 'Table' })).not.toBeInTheDocument();
    const text = (await field()) as HTMLTextAreaElement; // that of the composer
    text.setSelectionRange(0, 6);
    await user.click(within(toolbar).getByRole('button', { name: 'Bold' }));
    expect(text).toHaveValue('**Monday**');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(saidIn(sent[0]).content).toBe('**Monday**'));
    await user.click(screen.getByRole('button', { name: 'Formatting', expanded: true }));
    expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
  });
});

describe('the keys (product 2.24)', () => {
  it('Enter sends, Shift+Enter breaks the line', async () => {
    const { user } = open();
    await user.type(await field(), 'One{Shift>}{Enter}{/Shift}two{Enter}');
    await waitFor(() => expect(saidIn(sent[0]).content).toBe('One\ntwo'));
  });

  it('with a finger, Enter breaks the line and the button sends', async () => {
    const { user } = open();
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) => ({ matches: query === '(pointer: coarse)' }) as MediaQueryList);
    await user.type(await field(), 'One{Enter}two');
    expect(await field()).toHaveValue('One\ntwo');
    await user.click(sendButton());
    await waitFor(() => expect(saidIn(sent[0]).content).toBe('One\ntwo'));
  });

  it('an Enter that ends a word of an input method does not send', async () => {
    const { user } = open();
    await user.type(await field(), 'にほん');
    fireEvent.keyDown(await field(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(await field(), { key: 'Enter', keyCode: 229 });
    expect(await field()).toHaveValue('にほん');
  });
});

describe('the text', () => {
  it('outlives a reload, for this conversation', async () => {
    const { user, unmount } = open();
    await user.type(await field(), 'Half a thought');
    unmount();
    thread.api.restore();
    open();
    expect(await field()).toHaveValue('Half a thought');
  });

  it('is gone from the drafts once it is sent', async () => {
    const { user } = open();
    await user.type(await field(), 'Whole{Enter}');
    expect(await field()).toHaveValue('');
    expect(Object.keys(localStorage).filter((key) => key.startsWith('solvent.draft'))).toEqual([]);
  });

  it('of more than 10,000 characters stays, with a sentence', async () => {
    open();
    const text = 'x'.repeat(CHAT.contentMax + 1);
    fireEvent.change(await field(), { target: { value: text } });
    expect(screen.getByText('A message cannot exceed 10,000 characters')).toBeVisible();
    expect(screen.getByText('10,001 of 10,000')).toBeVisible();
    expect(sendButton()).toBeDisabled();
    fireEvent.keyDown(await field(), { key: 'Enter' });
    expect(await field()).toHaveValue(text);
    expect(sent).toHaveLength(0);
  });

  it('is counted near the limit alone', async () => {
    open();
    fireEvent.change(await field(), { target: { value: 'x'.repeat(9400) } });
    expect(screen.queryByText(/of 10,000/)).not.toBeInTheDocument();
    fireEvent.change(await field(), { target: { value: 'x'.repeat(9500) } });
    expect(screen.getByText('9,500 of 10,000')).toBeVisible();
  });

  it('tells the other one that somebody writes', async () => {
    const { user } = open();
    await user.type(await field(), 'H');
    expect(sayToServer).toHaveBeenCalledWith('typing', 'c1');
  });
});

describe('files', () => {
  it('go with the message, or alone', async () => {
    const { user } = open();
    await attach(fileOf('notes.txt'), fileOf('log.txt'));
    expect(await names()).toEqual(['notes.txt3 B', 'log.txt3 B']);
    await user.click(sendButton());
    await waitFor(() =>
      expect((sent[0] as FormData).getAll('files').map((file) => (file as File).name)).toEqual(['notes.txt', 'log.txt']),
    );
    expect(screen.queryByRole('list', { name: 'Files of this message' })).not.toBeInTheDocument();
  });

  it('are still there after another page', async () => {
    const { unmount } = open();
    await attach(fileOf('notes.txt'));
    unmount();
    thread.api.restore();
    open();
    expect(await names()).toEqual(['notes.txt3 B']);
  });

  it('can be taken out again; the focus goes to the text', async () => {
    const { user } = open();
    await attach(fileOf('notes.txt'), fileOf('log.txt'));
    await user.click(screen.getByRole('button', { name: 'Remove notes.txt' }));
    expect(await names()).toEqual(['log.txt3 B']);
    expect(await field()).toHaveFocus();
  });

  it('that are too large or empty are named, and the rest stays (product 5.9)', async () => {
    open();
    await attach(fileOf('huge.log', CHAT.fileMaxBytes + 1), fileOf('nothing.txt', 0), fileOf('notes.txt'));
    expect(screen.getByText('huge.log is larger than 10 MB')).toBeVisible();
    expect(screen.getByText('nothing.txt is empty')).toBeVisible();
    expect(await names()).toEqual(['notes.txt3 B']);
  });

  it('beyond the tenth are named (product 5.9)', async () => {
    open();
    await attach(...Array.from({ length: 12 }, (_none, index) => fileOf(`${index + 1}.txt`)));
    expect(screen.getByText('A message takes up to 10 files: 11.txt and 12.txt left out')).toBeVisible();
    expect(await names()).toHaveLength(10);
  });

  it('are taken from the clipboard, unless text is there too', async () => {
    open();
    fireEvent.paste(await field(), { clipboardData: dataOf([fileOf('cells.png', 3, 'image/png')], ['Files', 'text/plain']) });
    expect(screen.queryByRole('list', { name: 'Files of this message' })).not.toBeInTheDocument();
    fireEvent.paste(await field(), { clipboardData: dataOf([fileOf('screen.png', 3, 'image/png')]) });
    expect(await names()).toEqual(['screen.png3 B']);
  });

  it('are taken from a drop anywhere in the conversation', async () => {
    open();
    const area = await field();
    fireEvent.dragEnter(area, { dataTransfer: dataOf([]) });
    expect(screen.getByText('Drop files to add them to your message')).toBeVisible();
    const drop = createEvent.drop(area, { dataTransfer: dataOf([fileOf('notes.txt')]) });
    fireEvent(area, drop);
    expect(drop.defaultPrevented).toBe(true);
    expect(screen.queryByText('Drop files to add them to your message')).not.toBeInTheDocument();
    expect(await names()).toEqual(['notes.txt3 B']);
  });

  it('a folder is named', async () => {
    open();
    const item = { kind: 'file', webkitGetAsEntry: () => ({ isDirectory: true, name: 'src' }) };
    fireEvent.drop(await field(), { dataTransfer: { ...dataOf([fileOf('src', 4096)]), items: [item] } });
    expect(screen.getByText('src is a folder: add its files one by one, or as an archive')).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Files of this message' })).not.toBeInTheDocument();
  });
});
