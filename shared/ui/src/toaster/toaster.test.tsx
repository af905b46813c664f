import { readFileSync } from 'node:fs';
import { TOAST } from '@solvent/contracts';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadToasts } from './load-toasts.ts';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

const texts = () => screen.queryAllByText(/^Toast /).map((element) => element.textContent);

/** An empty place for toasts. */
async function renderToaster() {
  render(<Toaster theme="light" />);
  const { toastify } = await loadToasts();
  return { user: userEvent.setup(), clear: () => act(() => toastify.dismiss()) };
}

describe('toasts (spec 8)', () => {
  it('wait for the place that shows them', async () => {
    toast.success('Logged in successfully!');
    const { clear } = await renderToaster();
    expect(await screen.findByText('Logged in successfully!')).toBeInTheDocument();
    clear();
  });

  it.each([
    ['error', 'alert'],
    ['success', 'status'],
    ['info', 'status'],
  ] as const)('of kind %s are said as %s', async (kind, role) => {
    const { clear } = await renderToaster();
    toast[kind](`Toast of ${kind}`);
    expect(within(await screen.findByRole(role)).getByText(`Toast of ${kind}`)).toBeInTheDocument();
    clear();
    await waitFor(() => expect(texts()).toEqual([]));
  });

  it('are shown 3 at a time; the fourth waits', async () => {
    const { user, clear } = await renderToaster();
    for (const number of [1, 2, 3, 4]) toast.info(`Toast ${number}`);
    await waitFor(() => expect(texts()).toHaveLength(3));
    await user.click(screen.getAllByRole('button', { name: 'close' })[0] ?? document.body);
    expect(await screen.findByText('Toast 4')).toBeInTheDocument();
    clear();
    await waitFor(() => expect(texts()).toEqual([]));
  });

  it('say the same thing once', async () => {
    const { clear } = await renderToaster();
    toast.error('Toast about the login');
    toast.error('Toast about the login');
    await screen.findByText('Toast about the login');
    toast.info('Toast after it');
    await screen.findByText('Toast after it');
    expect(texts().toSorted()).toEqual(['Toast about the login', 'Toast after it']);
    clear();
  });

  it('stay for 4000 ms, bottom right', async () => {
    const { clear } = await renderToaster();
    toast.info('Toast that ends');
    const shown = (await screen.findByText('Toast that ends')).closest('.Toastify__toast');
    expect(shown?.querySelector('.Toastify__progress-bar')).toHaveStyle({ animationDuration: '4000ms' });
    expect(shown?.closest('.Toastify__toast-container--bottom-right')).not.toBeNull();
    clear();
  });

  it('are 356 px wide and 14 px apart', () => {
    const style = readFileSync(new URL('./toaster.css', import.meta.url), 'utf8');
    const container = /^\.Toastify__toast-container \{(.*?)\n\}/ms.exec(style)?.[1];
    expect(container).toContain(` width: ${TOAST.width}px;`);
    expect(container).toContain(` gap: ${TOAST.gap}px;`);
  });
});
