import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { jest } from '@jest/globals';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@solvent/http';
import { UiProvider } from '../ui-provider.tsx';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

const texts = () => screen.queryAllByText(/^Toast /).map((element) => element.textContent);
const renderToaster = () => render(<Toaster theme="light" />, { wrapper: UiProvider });
const boxOf = (element: HTMLElement) => element.closest<HTMLElement>('.Toastify__toast');

/** jsdom plays no animations: a toast is gone once its way out has ended. */
function close(text: string): void {
  const box = boxOf(screen.getByText(text));
  if (!box) throw new Error(`There is no toast "${text}".`);
  fireEvent.click(within(box).getByRole('button', { name: 'close' }));
  fireEvent.animationEnd(box);
}

describe('toasts (product 8.8)', () => {
  it('wait for the place that shows them', async () => {
    toast.success('Logged in successfully!');
    renderToaster();
    expect(await screen.findByText('Logged in successfully!')).toBeInTheDocument();
  });

  it.each([
    ['error', 'alert'],
    ['success', 'status'],
    ['info', 'status'],
  ] as const)('of kind %s are said as %s', async (kind, role) => {
    renderToaster();
    toast[kind](`Toast of ${kind}`);
    expect(within(await screen.findByRole(role)).getByText(`Toast of ${kind}`)).toBeInTheDocument();
  });

  it('are shown 3 at a time; the fourth waits', async () => {
    renderToaster();
    for (const number of [1, 2, 3, 4]) toast.info(`Toast ${number}`);
    await screen.findByText('Toast 3');
    expect(texts().toSorted()).toEqual(['Toast 1', 'Toast 2', 'Toast 3']);
    close('Toast 1');
    expect(await screen.findByText('Toast 4')).toBeInTheDocument();
    await waitFor(() => expect(texts().toSorted()).toEqual(['Toast 2', 'Toast 3', 'Toast 4']));
  });

  it('say the same thing as often as it happens', async () => {
    renderToaster();
    toast.error('Toast about the login');
    toast.error('Toast about the login');
    await screen.findAllByText('Toast about the login');
    expect(texts()).toEqual(['Toast about the login', 'Toast about the login']);
  });

  it('of a failed server say on a second line what a person can quote, and of a refusal nothing more (product 8.23)', async () => {
    renderToaster();
    toast.failure(new ApiError(500, 'internal', 'Toast of a failure', {}, undefined, '7F3KQ2'), 'The bid could not be sent');
    toast.failure(new ApiError(409, 'conflict', 'Toast of a refusal'), 'The bid could not be sent');
    const failed = within(boxOf(await screen.findByText('Toast of a failure')) ?? document.body);
    expect(failed.getByText(/^Reference/)).toHaveTextContent('Reference 7F3KQ2');
    expect(failed.getByText('7F3KQ2')).toHaveStyle({ userSelect: 'all' });
    const refused = within(boxOf(screen.getByText('Toast of a refusal')) ?? document.body);
    expect(refused.queryByText(/Reference/)).toBeNull();
  });

  it('say in words of their own what failed, and the same second line (product 8.23)', async () => {
    renderToaster();
    const cause = new ApiError(500, 'internal', 'Something went wrong', {}, undefined, '7F3KQ2');
    toast.error('Toast about the list', { cause });
    toast.error('Toast about the switch', { cause: new Error('It could not be set up.', { cause }) });
    toast.error('Toast without a connection', { cause: new ApiError(0, 'network', 'Network Error') });
    const lines = async (text: string) => within(boxOf(await screen.findByText(text)) ?? document.body);
    expect((await lines('Toast about the list')).getByText('7F3KQ2')).toBeInTheDocument();
    expect((await lines('Toast about the switch')).getByText('7F3KQ2')).toBeInTheDocument();
    expect((await lines('Toast without a connection')).getByText(/^There is no connection/)).toBeInTheDocument();
  });

  it('that lead somewhere say a second line, and do it by a press or a key, once', async () => {
    renderToaster();
    const onPress = jest.fn();
    toast.info('Toast of a message', { detail: 'Jonas Weber', onPress });
    const button = await screen.findByRole('button', { name: /Toast of a message\s*Jonas Weber/ });
    expect(within(screen.getByRole('status')).getByText('Toast of a message')).toBeInTheDocument();
    act(() => button.focus());
    await userEvent.keyboard('{Enter}');
    expect(onPress).toHaveBeenCalledTimes(1);
  });

  it('wait only once for their place', async () => {
    renderToaster();
    for (const number of [1, 2, 3]) toast.info(`Toast ${number}`);
    await screen.findByText('Toast 3');
    for (let message = 0; message < 20; message += 1) toast.info('Toast of a message');
    toast.error('Toast of an error');
    close('Toast 1');
    expect(await screen.findByText('Toast of a message')).toBeInTheDocument();
    close('Toast 2');
    expect(await screen.findByText('Toast of an error')).toBeInTheDocument();
    await waitFor(() => expect(texts().toSorted()).toEqual(['Toast 3', 'Toast of a message', 'Toast of an error']));
  });
});
