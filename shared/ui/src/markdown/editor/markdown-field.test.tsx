import { jest } from '@jest/globals';
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { renderUi } from '../../testing/render-ui.tsx';
import { MarkdownField } from '../markdown-field.tsx';
import type { UploadPicture } from './use-picture-uploads.ts';

function Guide({ start, uploadPicture }: { start: string; uploadPicture?: UploadPicture }) {
  const [text, setText] = useState(start);
  return (
    <MarkdownField
      label="Guide"
      value={text}
      onChange={(event) => setText(event.target.value)}
      headingsFrom={3}
      {...(uploadPicture ? { uploadPicture } : {})}
    />
  );
}

async function open(start = '', uploadPicture?: UploadPicture) {
  const { user } = renderUi(<Guide start={start} {...(uploadPicture ? { uploadPicture } : {})} />);
  const toolbar = await screen.findByRole('toolbar', { name: 'Formatting' });
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Guide' });
  return { user, field, tool: (name: string) => within(toolbar).getByRole('button', { name }) };
}

describe('the toolbar of a field of markdown (product 10.25)', () => {
  it('is one stop of the Tab key; the arrow keys, Home and End move within it', async () => {
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

  it('marks the selection, with the usual keys, too', async () => {
    const { user, field, tool } = await open('words');
    for (const [name, text] of [
      ['Bold', '**words**'],
      ['Strikethrough', '~~words~~'],
      ['Code', '`words`'],
      ['Checklist', '- [ ] words'],
      ['Quote', '> words'],
    ] as const) {
      fireEvent.change(field, { target: { value: 'words' } });
      field.setSelectionRange(0, 5);
      await user.click(tool(name));
      expect(field.value.trim()).toBe(text);
      expect(field).toHaveFocus();
    }
    for (const [key, text] of [
      ['b', '**words**'],
      ['i', '*words*'],
    ] as const) {
      fireEvent.change(field, { target: { value: 'words' } });
      field.setSelectionRange(0, 5);
      await user.keyboard(`{Control>}${key}{/Control}`);
      expect(field).toHaveValue(text);
    }
  });

  it('explains the syntax, inserts a table, and has no pictures without a place to put them', async () => {
    const { user, tool } = await open();
    expect(screen.queryByRole('button', { name: 'Picture' })).not.toBeInTheDocument();
    await user.click(tool('Syntax help'));
    const help = within(await screen.findByRole('dialog', { name: 'Markdown syntax' }));
    expect(help.getByText('- [ ] task')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(tool('Table'));
    await user.click(screen.getByRole('tab', { name: 'Preview' }));
    expect(await screen.findByRole('table')).toBeVisible();
  });
});

describe('a field of markdown (product 10.25)', () => {
  const tab = (name: string) => screen.getByRole('tab', { name });
  const preview = () => screen.getByRole('tabpanel', { name: 'Preview' });

  it('previews the text as readers will see it, keeps it, and returns to it when it receives the focus', async () => {
    const { user, field } = await open();
    expect(field).toHaveAccessibleDescription('Markdown works here');
    expect(field).toBeValid();
    await user.click(tab('Preview'));
    expect(screen.getByText('Nothing to preview yet.')).toBeVisible();
    await user.click(tab('Write'));
    await user.type(field, '# Why me\n\nI **mend** sockets.');
    await user.click(tab('Preview'));
    expect(await within(preview()).findByRole('heading', { level: 3, name: 'Why me' })).toBeVisible();
    expect(within(preview()).getByText('mend').tagName).toBe('STRONG');
    // Like a form that focuses an invalid field.
    act(() => field.focus());
    expect(tab('Write')).toHaveAttribute('aria-selected', 'true');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('# Why me\n\nI **mend** sockets.');
    expect(screen.queryByRole('tabpanel', { name: 'Preview' })).not.toBeInTheDocument();
  });

  it('is back at writing once the text was sent from the preview', async () => {
    const field = (value: string) => <MarkdownField label="Question" value={value} onChange={() => undefined} />;
    const { user, rerender } = renderUi(field('Which version?'));
    await user.click(tab('Preview'));
    rerender(field(''));
    expect(tab('Write')).toHaveAttribute('aria-selected', 'true');
    await user.click(tab('Preview'));
    expect(tab('Preview')).toHaveAttribute('aria-selected', 'true');
  });

  it('has tabs named after it, which the arrow keys select; its error replaces the hint', async () => {
    const { user } = renderUi(
      <MarkdownField label="Bio" value="x" onChange={() => undefined} writeLabel="Edit" error="Bio is too long" />,
    );
    const field = screen.getByRole('textbox', { name: 'Bio' });
    expect(screen.getByRole('tabpanel', { name: 'Edit' })).toContainElement(field);
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('Bio is too long');
    expect(screen.queryByText('Markdown works here')).not.toBeInTheDocument();
    expect(screen.getByRole('tablist', { name: 'Bio' })).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Bold' })).toBeVisible();
    await user.click(tab('Edit'));
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Preview', selected: true })).toHaveFocus();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByRole('tab', { name: 'Edit', selected: true })).toHaveFocus();
  });
});

const FILE = '/api/files/0198c0de-0000-7000-8000-000000000001';
const picture = (name = 'the [fault].png', type = 'image/png') => new File(['x'], name, { type });

function paste(field: HTMLElement, files: File[], types: string[] = ['Files']) {
  const event = createEvent.paste(field, { clipboardData: { files, types } });
  fireEvent(field, event);
  return event;
}

describe('pictures in a field of markdown (product 5.19)', () => {
  beforeAll(() => {
    URL.createObjectURL = () => 'blob:sent';
  });

  it('are sent when they are pasted, with a placeholder; text typed meanwhile stays', async () => {
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

  it('that fail leave the text as it was, explain why, and can be sent again', async () => {
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

  it('are refused before sending where they are no pictures, and pasted text is left to the browser', async () => {
    const upload = jest.fn<UploadPicture>();
    const { field } = await open('', upload);
    expect(paste(field, [picture()], ['text/plain', 'Files']).defaultPrevented).toBe(false);
    paste(field, [picture('a.pdf', 'application/pdf')]);
    expect(await screen.findByRole('alert')).toHaveTextContent('a.pdf is not a supported picture. Use PNG, JPEG, WebP or GIF.');
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
