import type { User } from '@solvent/contracts';
import { clearSession, getSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import type { SeenRequest } from '@solvent/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { deferred } from '../../../testing/fake-identity.ts';
import { answerOf, openOwnProfile } from '../../../testing/open-own-profile.tsx';

const DRAFT = 'solvent.draft.profile.ada';
const before = { role: 'solver', headline: 'Old headline', expertiseAreas: ['React'] } satisfies Partial<User>;

/** The server keeps what it is sent. */
const keep = ({ body }: SeenRequest) => answerOf({ ...before, ...(body as Partial<User>) });

async function openForm(put: (request: SeenRequest) => object = keep, profile: Partial<User> = before) {
  const view = openOwnProfile(() => answerOf(profile), { 'PUT /auth/profile': put });
  const edit = await screen.findByRole('button', { name: 'Edit profile' });
  await waitFor(() => expect(edit).toBeEnabled());
  await view.user.click(edit);
  const form = within(await screen.findByRole('form', { name: 'Edit profile' }));
  const sent = () => view.bodiesOf('PUT', '/auth/profile');
  return { ...view, form, sent, save: () => view.user.click(form.getByRole('button', { name: 'Save' })) };
}

beforeEach(() => {
  clearSession();
  localStorage.clear();
  sessionStorage.clear();
  signInAs({ _id: 'ada', token: 'token-of-ada', ...before });
});

describe('editing the own profile', () => {
  it('starts in the name, with what is there', async () => {
    const { form } = await openForm();
    expect(form.getByLabelText('Name')).toHaveFocus();
    expect(form.getByLabelText('Name')).toHaveValue('Ada Park');
    expect(form.getByLabelText('Headline')).toHaveValue('Old headline');
    expect(form.getByRole('list', { name: 'Your skills' })).toHaveTextContent('React');
    expect(screen.queryByRole('button', { name: 'Edit profile' })).not.toBeInTheDocument();
  });

  it('waits for the profile to have come', async () => {
    openOwnProfile(() => deferred<object>().promise);
    expect(await screen.findByRole('button', { name: 'Edit profile' })).toBeDisabled();
  });

  it('sends what changed alone, shows it at once and everywhere, and gives the focus back', async () => {
    const { user, form, sent, save } = await openForm();
    await user.clear(form.getByLabelText('Name'));
    await user.type(form.getByLabelText('Name'), 'Ada Lovelace');
    await user.type(form.getByLabelText('GitHub'), 'ada');
    await user.type(form.getByLabelText('Areas of expertise'), 'Rust{Enter}');
    await save();
    expect(await screen.findByText('Profile updated')).toBeVisible();
    expect(sent()).toEqual([{ name: 'Ada Lovelace', github: 'https://github.com/ada', expertiseAreas: ['React', 'Rust'] }]);
    expect(screen.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeVisible();
    expect(getSession().userData).toMatchObject({ name: 'Ada Lovelace', token: 'token-of-ada' });
    expect(screen.getByRole('button', { name: 'Edit profile' })).toHaveFocus();
    expect(sessionStorage.getItem(DRAFT)).toBeNull();
  });

  it('takes a country by its name, and the time zone of this device', async () => {
    const { user, form, sent, save } = await openForm();
    await user.selectOptions(form.getByLabelText('Country'), 'Mexico');
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    await user.click(form.getByRole('button', { name: /^Use this device’s/ }));
    expect(form.getByLabelText('Time zone')).toHaveValue(zone);
    expect(form.getByText(/^It is \d{1,2}:\d\d [AP]M there/)).toBeVisible();
    await save();
    expect(await screen.findByText('Profile updated')).toBeVisible();
    expect(sent()).toEqual([{ country: 'MX', timeZone: zone }]);
  });

  it('asks the server for nothing when nothing changed', async () => {
    const { sent, save } = await openForm();
    await save();
    expect(await screen.findByRole('button', { name: 'Edit profile' })).toBeVisible();
    expect(sent()).toEqual([]);
  });

  it('shows that it is being saved', async () => {
    const answer = deferred<object>();
    const { user, form } = await openForm(() => answer.promise);
    await user.type(form.getByLabelText('Location'), 'Lisbon');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await form.findByText('Saving…')).toBeVisible();
    expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    answer.resolve(answerOf({ ...before, location: 'Lisbon' }));
    expect(await screen.findByText('Lisbon')).toBeVisible();
  });

  it('counts the headline and previews the bio', async () => {
    const { user, form } = await openForm();
    expect(form.getByText('12 of 100 characters')).toBeVisible();
    await user.type(form.getByRole('textbox', { name: 'Bio' }), 'I am **fast**');
    await user.click(form.getByRole('tab', { name: 'Preview' }));
    expect((await form.findByText('fast')).tagName).toBe('STRONG');
  });
});

describe('what cannot be saved', () => {
  it('is said under its field, and the first one has the focus', async () => {
    const { user, form, sent, save } = await openForm();
    await user.clear(form.getByLabelText('Name'));
    await user.type(form.getByLabelText('Website'), 'javascript:alert(1)');
    await user.type(form.getByLabelText('GitHub'), 'https://gitlab.com/ada');
    await user.click(form.getByRole('button', { name: 'Remove React' }));
    await save();
    expect(await form.findByText('Name is required')).toBeVisible();
    expect(form.getByText('Please enter a valid website address')).toBeVisible();
    expect(form.getByText('Please enter a GitHub user name or profile address')).toBeVisible();
    expect(form.getByText('Please add at least one area of expertise')).toBeVisible();
    expect(form.getByLabelText('Name')).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  it('does not count a missing area for a seeker', async () => {
    const { save, sent, user, form } = await openForm(keep, { role: 'seeker' });
    await user.type(form.getByLabelText('Location'), 'Lisbon');
    await save();
    await waitFor(() => expect(sent()).toEqual([{ location: 'Lisbon' }]));
  });

  it.each([
    ['the server refuses it', refuse('rate_limited', 'Too many changes. Try again later.'), 'Too many changes. Try again later.'],
    ['there is no network', NETWORK_FAILURE, 'Failed to update profile'],
    ['the answer has no user', {}, 'Failed to update profile'],
  ])('because %s stays, with a toast, and can be sent again', async (_why, failure, text) => {
    let answer: (request: SeenRequest) => object = () => failure;
    const { user, form, save } = await openForm((request) => answer(request));
    await user.type(form.getByLabelText('Location'), 'Lisbon');
    await save();
    expect(await screen.findByText(text)).toBeVisible();
    expect(form.getByLabelText('Location')).toHaveValue('Lisbon');
    expect(getSession().userData?.location).toBe('');
    answer = keep;
    await save();
    expect(await screen.findByText('Profile updated')).toBeVisible();
  });

  it('says under the field what the server has against it', async () => {
    const refusal = refuse('invalid', 'Please check the form.', { headline: 'That is no headline' });
    const { user, form, save } = await openForm(() => refusal);
    await user.type(form.getByLabelText('Headline'), '!');
    await save();
    expect(await form.findByText('That is no headline')).toBeVisible();
    expect(form.getByLabelText('Headline')).toHaveFocus();
  });
});

describe('leaving the form', () => {
  it('by Cancel is at once when nothing would be lost', async () => {
    const { user, form } = await openForm();
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Edit profile' })).toHaveFocus();
  });

  it('by Cancel asks once when something would', async () => {
    const { user, form, sent } = await openForm();
    await user.type(form.getByLabelText('Location'), 'Lisbon');
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    await user.click(form.getByRole('button', { name: 'Keep editing' }));
    expect(form.getByLabelText('Location')).toHaveValue('Lisbon');
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    await user.click(form.getByRole('button', { name: 'Discard' }));
    expect(await screen.findByRole('button', { name: 'Edit profile' })).toBeVisible();
    expect(screen.queryByText('Lisbon')).not.toBeInTheDocument();
    expect(sessionStorage.getItem(DRAFT)).toBeNull();
    expect(sent()).toEqual([]);
  });

  it('by a reload keeps what was typed, and only that', async () => {
    const first = await openForm();
    await first.user.type(first.form.getByLabelText('Location'), 'Lisbon');
    first.unmount();
    openOwnProfile(() => answerOf({ ...before, headline: 'Changed elsewhere' }));
    const form = within(await screen.findByRole('form', { name: 'Edit profile' }));
    expect(form.getByLabelText('Location')).toHaveValue('Lisbon');
    expect(form.getByLabelText('Headline')).toHaveValue('Changed elsewhere');
  });
});
