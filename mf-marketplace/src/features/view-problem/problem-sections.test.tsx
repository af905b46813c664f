import { ATTACHMENTS } from '@solvent/contracts';
import type { Problem, ProblemReview, StoredFile } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildBid, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { AttachmentsField } from '../../attachments/attachments-field.tsx';
import { FileTiles } from '../../attachments/file-tiles.tsx';
import { getFilesError, useAttachments } from '../../attachments/use-attachments.ts';
import { buildProblem, DIEGO, findTitle, MIRA, openSections } from '../../testing/open-problem.tsx';

let api: ReturnType<typeof fakeApi>;
async function open(problem: Partial<Problem>, routes: Parameters<typeof openSections>[1] = {}) {
  let now = buildProblem({ timeline: [], ...problem });
  const opened = openSections(() => ({ problem: now }), routes);
  ({ api } = opened);
  await findTitle();
  return { ...opened, change: (changed: Partial<Problem>) => (now = { ...now, ...changed }) };
}
const section = (name: string) => within(screen.getByRole('region', { name }));
const posts = () => api.requests.filter(({ method }) => method === 'POST');
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();

afterEach(() => {
  api.restore();
  clearSession();
  localStorage.clear();
});

describe('the ratings of a solved problem (product 4.12)', () => {
  const OWN: ProblemReview = { _id: 'r1', author: MIRA, subject: DIEGO, rating: 4, text: 'Quick.', createdAt: daysAgo(1) };
  const THEIRS: ProblemReview = { ...OWN, _id: 'r2', author: DIEGO, subject: MIRA, rating: 5, text: 'Clear words.' };
  const solvedAgo = (days: number): Problem['timeline'] => [
    { _id: 'e1', event: 'solved', person: MIRA, at: daysAgo(days), times: 1 },
  ];
  const SOLVED: Partial<Problem> = {
    status: 'solved',
    acceptedBid: buildBid({ status: 'accepted', solver: { ...DIEGO, rating: null, ratingCount: 0 } }),
    reviewUntil: '2026-12-05T10:00:00.000Z',
    timeline: solvedAgo(1),
  };
  const HIDDEN = 'Shown once both have rated, or after 14 days';
  const findForm = async (name: string) => within(await screen.findByRole('form', { name }));

  it('accepts stars and a review by keyboard, keeps both after a failure, and shows that the rating is hidden', async () => {
    signInAs({ _id: 'mira', role: 'seeker' });
    let rate = (): object => NETWORK_FAILURE;
    const { user, change } = await open(SOLVED, { 'POST /problems/:id/reviews': () => rate() });
    const form = await findForm('Rate Diego Fuentes');
    expect(form.getByText(/^Until/)).toHaveTextContent('Until December 5. Ratings are shown once');
    await user.click(form.getByRole('button', { name: 'Send rating' }));
    expect(await form.findByText('Choose 1 to 5 stars')).toBeVisible();
    await waitFor(() => expect(form.getByRole('radiogroup', { name: 'Stars' })).toHaveFocus());
    expect(posts()).toEqual([]);
    form.getByRole('radio', { name: '1 star' }).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(form.getByRole('radio', { name: '3 stars' })).toBeChecked();
    await user.tab();
    await user.keyboard(' Fine. {Control>}{Enter}{/Control}');
    expect(await screen.findByText('The rating could not be sent. Please try again.')).toBeVisible();
    expect(form.getByRole('textbox', { name: 'Review' })).toHaveValue(' Fine. ');
    expect(form.getByRole('radio', { name: '3 stars' })).toBeChecked();
    rate = () => change({ reviewUntil: null, reviews: [OWN] });
    await user.click(form.getByRole('button', { name: 'Send rating' }));
    expect(await screen.findByText('Thank you for your rating')).toBeVisible();
    expect(posts().at(-1)).toMatchObject({ path: '/problems/p1/reviews', body: { rating: 3, text: 'Fine.' } });
    expect(await screen.findByText(HIDDEN)).toBeVisible();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
    await waitFor(() => expect(document.activeElement).toHaveAttribute('id', 'ratings'));
  });

  it('has the form for the solver too, and removes it after a conflict', async () => {
    signInAs({ _id: 'diego', role: 'solver' });
    const late = refuse('conflict', 'The 14 days to rate are over.');
    const { user, change } = await open(SOLVED, { 'POST /problems/:id/reviews': () => late });
    const form = await findForm('Rate Mira Chen');
    change({ reviewUntil: null });
    await user.click(form.getByRole('radio', { name: '5 stars' }));
    await user.click(form.getByRole('button', { name: 'Send rating' }));
    expect(await screen.findByText('The 14 days to rate are over.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Ratings' })).not.toBeInTheDocument());
  });

  it('shows both ratings, and calls one hidden only to its author within 14 days', async () => {
    signInAs({ _id: 'mira', role: 'seeker' });
    const { queryClient, change } = await open({ ...SOLVED, reviewUntil: null, reviews: [OWN, THEIRS] });
    expect(section('Ratings').getByText('Rated 4 out of 5')).toBeInTheDocument();
    expect(section('Ratings').getByText('Clear words.')).toBeVisible();
    expect(section('Ratings').getAllByRole('link', { name: 'Diego Fuentes' })[0]).toHaveAttribute('href', '/profile/diego');
    expect(screen.queryByText(HIDDEN)).not.toBeInTheDocument();
    const show = async (problem: Partial<Problem>) => {
      change(problem);
      await queryClient.refetchQueries();
    };
    await show({ reviews: [OWN] });
    expect(await screen.findByText(HIDDEN)).toBeVisible();
    await show({ timeline: solvedAgo(15) });
    await waitFor(() => expect(screen.queryByText(HIDDEN)).not.toBeInTheDocument());
    await show({ timeline: solvedAgo(1), reviews: [THEIRS] });
    expect(await screen.findByText('Clear words.')).toBeVisible();
    expect(screen.queryByText(HIDDEN)).not.toBeInTheDocument();
  });
});

describe('inviting solvers (product 4.23)', () => {
  it('states that none match, and is for the poster of an open problem only', async () => {
    signInAs({ _id: 'mira' });
    const { queryClient, change, unmount } = await open({});
    expect(await screen.findByText(/You can invite any solver from their profile/)).toBeVisible();
    change({ status: 'closed' });
    await queryClient.refetchQueries();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Invite solvers' })).not.toBeInTheDocument());
    unmount();
    api.restore();
    signInAs({ _id: 'ada' });
    await open({});
    expect(api.requests.map(({ path }) => path)).toEqual(['/problems/p1']);
  });
});

describe('attachments (product 2.19, 2.21)', () => {
  const PATCH: StoredFile = { _id: 'f1', url: '/api/files/f1', name: 'fix.patch', size: 12_800, mimeType: 'text/plain' };
  const SHOT: StoredFile = { ...PATCH, _id: 'f2', url: '/api/files/f2', name: 'shot.png', mimeType: 'image/png' };
  const isPrivate = (file: StoredFile) => ({ ...file, url: `${file.url}?signature=old` });
  const show = (files: StoredFile[], link: (id: string) => object = (id) => ({ url: `/api/files/${id}?signature=new` })) => {
    api = fakeApi({ 'GET /files/:id/link': ({ path }) => link(path.split('/')[2] ?? '') });
    return renderScreen(<FileTiles files={files} />);
  };

  it('has names and sizes; pictures open large, other files are downloaded', async () => {
    const { user } = show([PATCH, { ...SHOT, _id: 'f3', name: 'drawing.svg', mimeType: 'image/svg+xml' }, SHOT]);
    const [patch, drawing] = screen.getAllByRole('link');
    expect(patch).toHaveAccessibleName('fix.patch 13 KB');
    expect(patch).toHaveAttribute('href', '/api/files/f1');
    expect(patch).toHaveAttribute('download', 'fix.patch');
    expect(drawing).toHaveAttribute('download', 'drawing.svg');
    const tile = screen.getByRole('button', { name: 'shot.png 13 KB' });
    await user.click(tile);
    const dialog = within(await screen.findByRole('dialog', { name: 'shot.png' }));
    expect(dialog.getByRole('img', { name: 'shot.png' })).toHaveAttribute('src', '/api/files/f2');
    expect(dialog.getByRole('link', { name: 'Download' })).toHaveAttribute('download', 'shot.png');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(tile).toHaveFocus());
    expect(api.requests).toEqual([]);
  });

  it('are shown one after another in the whole window', async () => {
    const { user } = show([SHOT, PATCH, { ...isPrivate(SHOT), _id: 'f3', name: 'log.png' }]);
    await user.click(screen.getByRole('button', { name: /^shot\.png/ }));
    await user.click(await screen.findByRole('button', { name: 'Next picture' }));
    const dialog = within(screen.getByRole('dialog', { name: 'log.png' }));
    expect(dialog.getByText('2 of 2')).toBeVisible();
    await waitFor(() =>
      expect(dialog.getByRole('img', { name: 'log.png' })).toHaveAttribute('src', '/api/files/f3?signature=new'),
    );
  });

  it('requests a new link for a private file, and for a private picture once', async () => {
    const saved: string[] = [];
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function () {
      saved.push(this.href);
    };
    let isGone = true;
    const { container, user } = show([isPrivate(PATCH), isPrivate(SHOT)], (id) =>
      isGone ? refuse('not_found', 'There is no such file') : { url: `/api/files/${id}?signature=new` },
    );
    const patch = screen.getByRole('link', { name: /fix\.patch/ });
    await user.click(patch);
    expect(await screen.findByText('There is no such file')).toBeVisible();
    isGone = false;
    await user.click(patch);
    await waitFor(() => expect(saved).toEqual([expect.stringMatching(/f1\?signature=new$/)]));
    HTMLAnchorElement.prototype.click = click;
    const picture = container.querySelector('img') as HTMLImageElement;
    fireEvent.error(picture);
    await waitFor(() => expect(picture).toHaveAttribute('src', '/api/files/f2?signature=new'));
    fireEvent.error(picture);
    await user.click(screen.getByRole('button', { name: /shot\.png/ }));
    expect(await screen.findByRole('dialog', { name: 'shot.png' })).toBeVisible();
    expect(api.requests).toHaveLength(4);
  });

  it('are uploaded when chosen, with a reason for each refused file, and can be canceled, retried and removed (product 5.7)', async () => {
    function Field() {
      const attachments = useAttachments([{ name: 'lost.log', size: 8 }, null, 'f2', { name: 'x' }]);
      return (
        <>
          <AttachmentsField attachments={attachments} error={undefined} />
          <output aria-label="Uploaded">
            {attachments.items.flatMap(({ name, state }) => (state === 'done' ? name : [])).join()}
          </output>
        </>
      );
    }
    let upload = (): object => new Promise<object>(() => undefined);
    api = fakeApi({ 'POST /file-upload': () => upload() });
    const { user } = renderScreen(<Field />);
    expect(screen.getByText('This file was not uploaded. Remove it, or choose it again.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try lost.log again' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove lost.log' }));
    const input = screen.getByLabelText('Attachments');
    const create = (name: string, text = 'x') => new File([text], name, { type: 'text/plain' });
    const large = create('dump.log');
    Object.defineProperty(large, 'size', { value: ATTACHMENTS.maxBytes + 1 });
    await user.upload(input, [large, create('nothing.txt', ''), create('slow.log')]);
    expect(screen.getByText('dump.log is larger than 10 MB')).toBeVisible();
    expect(screen.getByText('nothing.txt is empty')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Uploading slow.log' })).toHaveAttribute('aria-valuenow', '0');
    expect(screen.getByLabelText('Uploaded')).toHaveTextContent(/^$/);
    await user.click(screen.getByRole('button', { name: 'Cancel the upload of slow.log' }));
    expect(screen.queryByRole('listitem')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();

    upload = () => refuse('unsupported_type', 'Programs cannot be attached.');
    await user.upload(input, create('trace.log'));
    expect(await screen.findByText('Programs cannot be attached.')).toBeVisible();
    upload = () => ({ file: { ...PATCH, name: 'trace.log' } });
    await user.click(screen.getByRole('button', { name: 'Try trace.log again' }));
    expect(await screen.findByRole('button', { name: 'Remove trace.log' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    const [slow, ...keys] = posts().map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(slow).not.toBe(keys[0]);
    expect(posts()[0]?.params).toEqual({ purpose: 'attachment' });
    await user.upload(
      input,
      ['1', '2', '3', '4', '5'].map((name) => create(`${name}.txt`)),
    );
    expect(screen.getByText('You can attach up to 5 files')).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(5));
    expect(posts()).toHaveLength(7);
    await user.click(screen.getByRole('button', { name: 'Remove 2.txt' }));
    expect(input).toHaveFocus();
    expect(screen.queryByText('2.txt')).toBeNull();
    const missing = { attachments: 'Some files were not uploaded. Retry or remove them.' };
    expect(getFilesError(missing, [])).toBeUndefined();
  });
});
