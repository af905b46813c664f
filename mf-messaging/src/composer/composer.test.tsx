import { jest } from '@jest/globals';
import { CHAT } from '@solvent/contracts';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { readSentBody } from '../sync/test-chat.ts';
import { draftFiles } from './draft.ts';
import { field, getUser, hoverMessage, message, openThread, sendButton, sent, socket, stored } from '../thread/test-thread.ts';

describe('the text of a message', () => {
  it('is sent by Enter; Shift+Enter breaks the line, as does Enter on touch screens (product 2.24)', async () => {
    const { user } = openThread();
    await user.type(await field(), 'One{Shift>}{Enter}{/Shift}two{Enter}');
    await waitFor(() => expect(readSentBody(sent[0]).content).toBe('One\ntwo'));
    expect(socket.emitted).toContainEqual(['typing', 'c1']);
    const matchTouchScreen = (query: string) => ({ matches: query === '(pointer: coarse)' }) as MediaQueryList;
    jest.spyOn(window, 'matchMedia').mockImplementation(matchTouchScreen);
    await user.type(await field(), 'Three{Enter}four');
    expect(await field()).toHaveValue('Three\nfour');
    await user.click(sendButton());
    await waitFor(() => expect(readSentBody(sent[1]).content).toBe('Three\nfour'));
  });

  it('can be formatted with a small toolbar, which a button toggles (product 10.25)', async () => {
    const { user } = openThread();
    await user.type(await field(), 'Monday');
    expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Formatting', expanded: false }));
    const toolbar = await screen.findByRole('toolbar', { name: 'Formatting' });
    expect(within(toolbar).queryByRole('button', { name: 'Table' })).not.toBeInTheDocument();
    const text = (await field()) as HTMLTextAreaElement;
    text.setSelectionRange(0, 6);
    await user.click(within(toolbar).getByRole('button', { name: 'Bold' }));
    expect(text).toHaveValue('**Monday**');
    await user.click(screen.getByRole('button', { name: 'Formatting', expanded: true }));
    expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
  });

  it('shows a counter near the limit of 10,000 characters, and keeps longer text without sending it (product 5.9)', async () => {
    openThread();
    const write = async (length: number) => fireEvent.change(await field(), { target: { value: 'x'.repeat(length) } });
    await write(9400);
    expect(screen.queryByText(/of 10,000/)).not.toBeInTheDocument();
    await write(9500);
    expect(screen.getByText('9,500 of 10,000')).toBeVisible();
    await write(CHAT.contentMax + 1);
    expect(screen.getByText('A message cannot exceed 10,000 characters')).toBeVisible();
    expect(screen.getByText('10,001 of 10,000')).toBeVisible();
    expect(sendButton()).toBeDisabled();
    fireEvent.keyDown(await field(), { key: 'Enter' });
    expect(await field()).toHaveValue('x'.repeat(CHAT.contentMax + 1));
    expect(sent).toHaveLength(0);
  });
});

describe('the files of a message (product 2.25, 5.9)', () => {
  const buildFile = (name: string, bytes = 3, type = 'text/plain') => {
    const file = new File(['abc'], name, { type });
    Object.defineProperty(file, 'size', { value: bytes });
    return file;
  };
  const attach = async (...files: File[]) => {
    await field();
    await getUser().upload(screen.getByLabelText('Attach files'), files);
  };
  const attached = () =>
    within(screen.getByRole('list', { name: 'Files of this message' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const buildTransfer = (files: File[], types = ['Files']) => ({ files, types, items: [] });

  it('are limited to 10 non-empty files of 10 MB, can be removed, and are sent with the message', async () => {
    const { user } = openThread();
    await attach(
      buildFile('huge.log', CHAT.fileMaxBytes + 1),
      buildFile('nothing.txt', 0),
      buildFile('notes.txt'),
      buildFile('log.txt'),
    );
    expect(screen.getByText('huge.log is larger than 10 MB')).toBeVisible();
    expect(screen.getByText('nothing.txt is empty')).toBeVisible();
    await waitFor(() => expect(attached()).toEqual(['notes.txt3 B', 'log.txt3 B']));
    await user.click(screen.getByRole('button', { name: 'Remove notes.txt' }));
    expect(attached()).toEqual(['log.txt3 B']);
    expect(await field()).toHaveFocus();
    await attach(...Array.from({ length: 11 }, (_none, index) => buildFile(`${index + 1}.txt`)));
    expect(screen.getByText('You can attach up to 10 files. Not added: 10.txt and 11.txt')).toBeVisible();
    expect(attached()).toHaveLength(10);
    await user.click(sendButton());
    await waitFor(() => expect(sent).toHaveLength(1));
    const names = (sent[0] as FormData).getAll('files').map((file) => (file as File).name);
    expect([names.length, names[0], names.at(-1)]).toEqual([10, 'log.txt', '9.txt']);
    expect(screen.queryByRole('list', { name: 'Files of this message' })).not.toBeInTheDocument();
  });

  it('can be pasted without text, and dropped anywhere in the conversation, except folders', async () => {
    openThread();
    const area = await field();
    fireEvent.paste(area, { clipboardData: buildTransfer([buildFile('cells.png', 3, 'image/png')], ['Files', 'text/plain']) });
    expect(screen.queryByRole('list', { name: 'Files of this message' })).not.toBeInTheDocument();
    fireEvent.paste(area, { clipboardData: buildTransfer([buildFile('screen.png', 3, 'image/png')]) });
    await waitFor(() => expect(attached()).toEqual(['screen.png3 B']));
    fireEvent.dragEnter(area, { dataTransfer: buildTransfer([]) });
    expect(await screen.findByText('Drop files to add them to your message')).toBeVisible();
    const drop = createEvent.drop(area, { dataTransfer: buildTransfer([buildFile('notes.txt')]) });
    fireEvent(area, drop);
    expect(drop.defaultPrevented).toBe(true);
    expect(screen.queryByText('Drop files to add them to your message')).not.toBeInTheDocument();
    const folder = { kind: 'file', webkitGetAsEntry: () => ({ isDirectory: true, name: 'src' }) };
    fireEvent.drop(area, { dataTransfer: { ...buildTransfer([buildFile('src', 4096)]), items: [folder] } });
    expect(screen.getByText('src is a folder. Add its files one by one or as an archive.')).toBeVisible();
    expect(attached()).toEqual(['screen.png3 B', 'notes.txt3 B']);
  });

  it('stay in the conversation’s draft, with text and quote, until the message is sent', async () => {
    let { user } = openThread({ messages: [message(1)] });
    await user.click((await hoverMessage('Message 1')).getByRole('button', { name: 'Reply' }));
    await user.type(await field(), 'Half a thought');
    await attach(buildFile('notes.txt'));
    ({ user } = openThread({ messages: [message(1)] }));
    expect(await field()).toHaveValue('Half a thought');
    expect(await screen.findByText('Replying to Diego Fuentes')).toBeVisible();
    await waitFor(() => expect(attached()).toEqual(['notes.txt3 B']));
    await user.click(sendButton());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(await field()).toHaveValue('');
    expect(Object.keys(localStorage).filter((key) => key.startsWith('solvent.draft'))).toEqual([]);
  });

  it('are named once if the page was closed before they were sent (product 2.25)', async () => {
    const text = 'Not sent before the page was closed: notes.txt. Choose again to send.';
    openThread();
    await attach(buildFile('notes.txt'));
    draftFiles.clear();
    openThread();
    expect(await screen.findByText(text)).toBeVisible();
    openThread();
    await field();
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  it('that the server renamed are named', async () => {
    const files = [
      { _id: 'f1', url: '/api/files/f1', name: 'setup.sh.txt', size: 3, mimeType: 'text/plain', width: null, height: null },
    ];
    const { user } = openThread({
      routes: { 'POST /chat/messages': ({ body }) => ({ message: { ...stored(body, 1), files } }) },
    });
    await attach(buildFile('setup.sh'));
    await user.click(sendButton());
    expect(await screen.findByText('setup.sh was renamed to setup.sh.txt.')).toBeVisible();
  });
});
