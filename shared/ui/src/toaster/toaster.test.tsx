import { jest } from '@jest/globals';
import { ApiError } from '@solvent/http';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderUi } from '../testing/render-ui.tsx';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

const texts = () => screen.queryAllByText(/^Toast /).map((element) => element.textContent);
const renderToaster = () => renderUi(<Toaster theme="light" />);
const findToast = (element: HTMLElement) => element.closest<HTMLElement>('.Toastify__toast');

/** jsdom plays no animations: a toast is removed at the end of its exit animation. */
function close(text: string): void {
  const box = findToast(screen.getByText(text));
  if (!box) throw new Error(`There is no toast "${text}".`);
  fireEvent.click(within(box).getByRole('button', { name: 'close' }));
  fireEvent.animationEnd(box);
}

describe('toasts (product 8.8)', () => {
  it('wait for the toaster, and are a status, or an alert for an error', async () => {
    toast.success('Toast of success');
    renderToaster();
    expect(within(await screen.findByRole('status')).getByText('Toast of success')).toBeInTheDocument();
    close('Toast of success');
    toast.info('Toast of info');
    expect(within(await screen.findByRole('status')).getByText('Toast of info')).toBeInTheDocument();
    toast.error('Toast of an error');
    expect(within(await screen.findByRole('alert')).getByText('Toast of an error')).toBeInTheDocument();
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

  it('of a failed server have its reference on a second line, those of a refusal do not (product 8.23)', async () => {
    renderToaster();
    toast.failure(new ApiError(500, 'internal', 'Toast of a failure', {}, undefined, '7F3KQ2'), 'The bid could not be sent');
    toast.failure(new ApiError(409, 'conflict', 'Toast of a refusal'), 'The bid could not be sent');
    const failed = within(findToast(await screen.findByText('Toast of a failure')) ?? document.body);
    expect(failed.getByText(/^Reference/)).toHaveTextContent('Reference 7F3KQ2');
    expect(failed.getByText('7F3KQ2')).toBeInTheDocument();
    const refused = within(findToast(screen.getByText('Toast of a refusal')) ?? document.body);
    expect(refused.queryByText(/Reference/)).toBeNull();
  });

  it('with a text of their own have the same second line, or the one about the connection (product 8.18, 8.23)', async () => {
    renderToaster();
    const cause = new ApiError(500, 'internal', 'Something went wrong', {}, undefined, '7F3KQ2');
    toast.error('Toast about the list', { cause });
    toast.error('Toast about the switch', { cause: new Error('It could not be set up.', { cause }) });
    toast.error('Toast without a connection', { cause: new ApiError(0, 'network', 'Network Error') });
    const lines = async (text: string) => within(findToast(await screen.findByText(text)) ?? document.body);
    expect((await lines('Toast about the list')).getByText('7F3KQ2')).toBeInTheDocument();
    expect((await lines('Toast about the switch')).getByText('7F3KQ2')).toBeInTheDocument();
    expect((await lines('Toast without a connection')).getByText(/^Solvent can't be reached/)).toBeInTheDocument();
  });

  it('that lead somewhere are buttons with a second line, activated once by a key; the heading gets the focus', async () => {
    renderUi(
      <main>
        <h1 tabIndex={-1}>Problems</h1>
        <Toaster theme="light" />
      </main>,
    );
    const onPress = jest.fn();
    toast.info('Toast of a message', { detail: 'Jonas Weber', onPress });
    const button = await screen.findByRole('button', { name: /Toast of a message\s*Jonas Weber/ });
    expect(within(screen.getByRole('status')).getByText('Toast of a message')).toBeInTheDocument();
    act(() => button.focus());
    await userEvent.keyboard('{Enter}');
    expect(onPress).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('heading', { name: 'Problems' })).toHaveFocus();
  });

  it('repeat a text as often as it happens, but queue it only once', async () => {
    renderToaster();
    toast.info('Toast 1');
    for (const _time of [1, 2]) toast.info('Toast of a message');
    await waitFor(() => expect(texts().toSorted()).toEqual(['Toast 1', 'Toast of a message', 'Toast of a message']));
    for (let count = 0; count < 20; count += 1) toast.info('Toast in the queue');
    toast.error('Toast of an error');
    close('Toast 1');
    expect(await screen.findByText('Toast in the queue')).toBeInTheDocument();
    close('Toast in the queue');
    expect(await screen.findByText('Toast of an error')).toBeInTheDocument();
  });
});
