import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { UiProvider } from '../ui-provider.tsx';
import { MarkdownField } from './markdown-field.tsx';

function Bio({ start = '', error }: { start?: string; error?: string | undefined }) {
  const [bio, setBio] = useState(start);
  return (
    <MarkdownField label="Bio" value={bio} onChange={(event) => setBio(event.target.value)} error={error} headingsFrom={3} />
  );
}

function open(start?: string, error?: string) {
  render(<Bio start={start ?? ''} error={error} />, { wrapper: UiProvider });
  return { user: userEvent.setup() };
}
const field = () => screen.getByRole('textbox', { name: 'Bio' });
const tab = (name: string) => screen.getByRole('tab', { name });
const preview = () => screen.getByRole('tabpanel', { name: 'Preview' });

describe('a field of markdown', () => {
  it('shows what was typed as readers will see it, and keeps it', async () => {
    const { user } = open();
    await user.type(field(), '# Why me{Enter}{Enter}I **mend** sockets.');
    await user.click(tab('Preview'));
    expect(await within(preview()).findByRole('heading', { level: 3, name: 'Why me' })).toBeVisible();
    expect(within(preview()).getByText('mend').tagName).toBe('STRONG');
    await user.click(tab('Write'));
    expect(field()).toHaveValue('# Why me\n\nI **mend** sockets.');
    expect(screen.queryByRole('tabpanel', { name: 'Preview' })).not.toBeInTheDocument();
  });

  it('may name its first tab otherwise, and has its toolbar while it is written', async () => {
    render(<MarkdownField label="Guide" value="" onChange={() => undefined} writeLabel="Edit" />, { wrapper: UiProvider });
    const user = userEvent.setup();
    expect(screen.getByRole('tabpanel', { name: 'Edit' })).toContainElement(screen.getByRole('textbox'));
    expect(await screen.findByRole('button', { name: 'Bold' })).toBeVisible();
    await user.click(tab('Preview'));
    expect(screen.queryByRole('button', { name: 'Bold' })).not.toBeInTheDocument();
    expect(tab('Edit')).toHaveAttribute('aria-selected', 'false');
  });

  it('has tabs named after the field, between which the arrow keys go', async () => {
    const { user } = open();
    expect(screen.getByRole('tablist', { name: 'Bio' })).toBeInTheDocument();
    await user.click(tab('Write'));
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Preview', selected: true })).toHaveFocus();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByRole('tab', { name: 'Write', selected: true })).toHaveFocus();
  });

  it('says when there is nothing to preview', async () => {
    const { user } = open(' ');
    await user.click(tab('Preview'));
    expect(screen.getByText('There is nothing to preview yet.')).toBeVisible();
  });

  it('has its hint under it', () => {
    open();
    expect(field()).toHaveAccessibleDescription('Markdown works here');
    expect(field()).toBeValid();
  });

  it('has its message in place of the hint, and invalid', () => {
    open('x', 'Bio cannot exceed 2,000 characters');
    expect(field()).toBeInvalid();
    expect(field()).toHaveAccessibleErrorMessage('Bio cannot exceed 2,000 characters');
    expect(screen.queryByText('Markdown works here')).not.toBeInTheDocument();
  });

  it('shows itself again when the focus is led to it, as a form does with a wrong field', async () => {
    const { user } = open('Short.');
    await user.click(tab('Preview'));
    act(() => field().focus());
    expect(tab('Write')).toHaveAttribute('aria-selected', 'true');
    expect(field()).toHaveFocus();
  });
});
