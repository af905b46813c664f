import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { screen, within } from '@testing-library/react';
import { button, field, iconButton, openUpload, rewrite } from '../test-upload.ts';

let page: ReturnType<typeof openUpload>;
beforeEach(() => {
  signInAs();
  page = openUpload();
});
afterEach(() => {
  page.api.restore();
  clearSession();
  window.localStorage.clear();
});

const text = () => field.documentation() as HTMLTextAreaElement;

describe('the documentation of a module (product 2.35)', () => {
  it('is previewed as readers will see it: no HTML, and no link that runs', async () => {
    rewrite(text(), '# Setup\n\n**Bold** <script>alert(1)</script> [bad](javascript:alert(1)) [good](https://example.com)');
    await page.user.click(screen.getByRole('tab', { name: 'Preview' }));
    const preview = within(screen.getByRole('tabpanel', { name: 'Preview' }));
    expect(await preview.findByRole('heading', { name: 'Setup' })).toBeVisible();
    expect(preview.getByText(/<script>alert\(1\)<\/script>/)).toBeVisible();
    expect(preview.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['https://example.com']);
    await page.user.click(screen.getByRole('tab', { name: 'Edit' }));
    expect(text().value).toContain('# Setup');
  });

  it('has a toolbar that the arrow keys walk', async () => {
    const toolbar = await screen.findByRole('toolbar', { name: 'Formatting' });
    within(toolbar).getByRole('button', { name: 'Bold' }).focus();
    await page.user.keyboard('{ArrowRight}');
    expect(within(toolbar).getByRole('button', { name: 'Italic' })).toHaveFocus();
    await page.user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(within(toolbar).getByRole('button', { name: 'Syntax help' })).toHaveFocus();
  });

  it('marks what is selected', async () => {
    await screen.findByRole('toolbar');
    rewrite(text(), 'Install it');
    text().setSelectionRange(0, 7);
    await page.user.click(iconButton('Bold'));
    expect(text()).toHaveValue('**Install** it');
  });

  it('explains the syntax', async () => {
    await page.user.click(button('Syntax help'));
    const help = within(await screen.findByRole('dialog', { name: 'Markdown syntax' }));
    expect(help.getByText('**bold**')).toBeInTheDocument();
    expect(help.getByText('A heading; one # is the largest')).toBeInTheDocument();
  });
});
