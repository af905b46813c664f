import { jest } from '@jest/globals';
import { createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { UiProvider } from '../../ui-provider.tsx';
import { MarkdownField } from '../markdown-field.tsx';
import type { UploadPicture } from './use-picture-uploads.ts';

function Guide({ start, uploadPicture }: { start: string; uploadPicture?: UploadPicture }) {
  const [text, setText] = useState(start);
  return (
    <MarkdownField
      label="Guide"
      value={text}
      onChange={(event) => setText(event.target.value)}
      {...(uploadPicture ? { uploadPicture } : {})}
    />
  );
}

async function open(start = '', uploadPicture?: UploadPicture) {
  render(<Guide start={start} {...(uploadPicture ? { uploadPicture } : {})} />, { wrapper: UiProvider });
  const toolbar = await screen.findByRole('toolbar', { name: 'Formatting' });
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Guide' });
  return { user: userEvent.setup(), field, tool: (name: string) => within(toolbar).getByRole('button', { name }) };
}

describe('the toolbar of a field of markdown (product 10.25)', () => {
  it('is one stop of the tabulator, and the arrow keys, Home and End walk it', async () => {
    const { user, tool } = await open();
    tool('Bold').focus();
    await user.keyboard('{ArrowRight}');
    expect(tool('Italic')).toHaveFocus();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(tool('Syntax help')).toHaveFocus();
    await user.keyboard('{Home}');
    expect(tool('Bold')).toHaveFocus();
    await user.keyboard('{End}{ArrowRight}');
    expect(tool('Bold')).toHaveFocus();
    await user.tab();
    expect(screen.getByRole('textbox', { name: 'Guide' })).toHaveFocus();
  });

  it.each([
    ['Bold', '**words**'],
    ['Strikethrough', '~~words~~'],
    ['Code', '`words`'],
    ['Checklist', '- [ ] words'],
    ['Quote', '> words'],
  ])('marks what is selected: %s', async (name, text) => {
    const { user, field, tool } = await open('words');
    field.setSelectionRange(0, 5);
    await user.click(tool(name));
    expect(field.value.trim()).toBe(text);
    expect(field).toHaveFocus();
  });

  it('puts a table in, which readers will see as one', async () => {
    const { user, tool } = await open();
    await user.click(tool('Table'));
    await user.click(screen.getByRole('tab', { name: 'Preview' }));
    expect(await screen.findByRole('table')).toBeVisible();
  });

  it('marks by the keys that every editor has', async () => {
    const { user, field } = await open('words');
    field.focus();
    field.setSelectionRange(0, 5);
    await user.keyboard('{Control>}b{/Control}');
    expect(field).toHaveValue('**words**');
  });

  it('explains the syntax', async () => {
    const { user, tool } = await open();
    await user.click(tool('Syntax help'));
    const help = within(await screen.findByRole('dialog', { name: 'Markdown syntax' }));
    expect(help.getByText('- [ ] task')).toBeInTheDocument();
  });

  it('offers no pictures where there is nowhere to put them', async () => {
    await open();
    expect(screen.queryByRole('button', { name: 'Picture' })).not.toBeInTheDocument();
  });
});

const FILE = '/api/files/0198c0de-0000-7000-8000-000000000001';
const picture = (name = 'the [fault].png', type = 'image/png') => new File(['x'], name, { type });

/** Pastes files, as a browser does; text goes along where there is some. */
function paste(field: HTMLElement, files: File[], types: string[] = ['Files']) {
  const event = createEvent.paste(field, { clipboardData: { files, types } });
  fireEvent(field, event);
  return event;
}

describe('pictures in a field of markdown', () => {
  beforeAll(() => {
    URL.createObjectURL = () => 'blob:sent';
  });

  it('are sent when they are pasted; their place says so, and what is typed meanwhile stays', async () => {
    let finish: (address: string) => void = () => undefined;
    const upload = jest.fn<UploadPicture>(() => new Promise((resolve) => (finish = resolve)));
    const { user, field } = await open('Before. ', upload);
    await user.click(field);
    paste(field, [picture()]);
    expect(field.value).toMatch(/^Before\. !\[the fault\]\(uploading:[\da-f-]+\)$/);
    expect(screen.getByText('Uploading the picture…')).toBeVisible();
    await user.type(field, ' After.');
    finish(FILE);
    await waitFor(() => expect(field).toHaveValue(`Before. ![the fault](${FILE}) After.`));
    expect(screen.queryByText('Uploading the picture…')).not.toBeInTheDocument();
    expect(upload).toHaveBeenCalledWith(expect.objectContaining({ name: 'the [fault].png' }), expect.anything());
    await user.click(screen.getByRole('tab', { name: 'Preview' }));
    expect(await screen.findByRole('img', { name: 'the fault' })).toHaveAttribute('src', 'blob:sent');
  });

  it('say why they could not be sent, leave the text as it was, and can be sent again', async () => {
    const upload = jest.fn<UploadPicture>().mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce(FILE);
    const { user, field } = await open('Words', upload);
    await user.click(field);
    paste(field, [picture('a.png')]);
    expect(await screen.findByRole('alert')).toHaveTextContent('a.png: The upload failed');
    expect(field).toHaveValue('Words');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(field).toHaveValue(`Words![a](${FILE})`));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('are refused where they are none, before anything is sent', async () => {
    const upload = jest.fn<UploadPicture>();
    const { field } = await open('', upload);
    paste(field, [picture('a.pdf', 'application/pdf')]);
    expect(await screen.findByRole('alert')).toHaveTextContent('a.pdf is no picture that can be shown here');
    expect(upload).not.toHaveBeenCalled();
  });

  it('leave text that is pasted to the browser', async () => {
    const upload = jest.fn<UploadPicture>();
    const { field } = await open('', upload);
    expect(paste(field, [picture()], ['text/plain', 'Files']).defaultPrevented).toBe(false);
    expect(upload).not.toHaveBeenCalled();
  });

  it('can be chosen by a button', async () => {
    const upload = jest.fn<UploadPicture>().mockResolvedValue(FILE);
    const { user, field } = await open('', upload);
    expect(screen.getByRole('button', { name: 'Picture' })).toBeVisible();
    await user.upload(screen.getByLabelText('Picture', { selector: 'input' }), picture('b.png'));
    await waitFor(() => expect(field).toHaveValue(`![b](${FILE})`));
  });
});
