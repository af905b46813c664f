import type { Module } from '@solvent/contracts';
import { clearSession, readKey } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { buildModuleDetail } from '../../../testing/build-module.ts';
import { button, field, rewrite } from '../test-upload.ts';
import { editDraftKey } from './use-edit-form.ts';
import { Component } from './edit-page.tsx';

const KEY = editDraftKey('lena', 'm1');
const NEW_TITLE = 'Chart Dashboard for admins';

let api: ReturnType<typeof fakeApi>;
interface Opened {
  module?: Partial<Module>;
  load?: () => object;
  save?: () => object;
}
async function open({ module = {}, load, save = () => ({ module: buildModuleDetail() }) }: Opened = {}) {
  const given = buildModuleDetail({ tags: ['React'], demoUrl: 'https://example.com/demo', ...module });
  api = fakeApi({ 'GET /modules/:id': load ?? (() => ({ module: given })), 'PUT /modules/:id': save });
  const view = renderScreen(<Component />, { at: '/toolbox/chart-dashboard/edit', path: '/toolbox/:moduleId/edit' });
  await screen.findByRole('heading', { level: 1 });
  return view;
}
const sent = () => api.requests.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, body }));
const address = () => screen.getByLabelText('Address');
const save = () => fireEvent.click(button('Save changes'));

beforeEach(() => void signInAs({ _id: 'lena' }));
afterEach(() => {
  api.restore();
  clearSession();
  window.localStorage.clear();
});

describe('editing a module', () => {
  it('starts with all that it says of itself', async () => {
    await open({ module: { priceCents: 1950, repositoryUrl: 'https://example.com/code', license: 'ISC' } });
    expect(field.title()).toHaveValue('Chart Dashboard');
    expect(field.price('Paid')).toBeChecked();
    expect(field.amount()).toHaveValue('19.50');
    expect(field.license()).toHaveValue('ISC');
    expect(field.tech('React')).toBeChecked();
    expect(field.repository()).toHaveValue('https://example.com/code');
    expect(field.documentation()).toHaveValue('## Use\n\nDraw a **chart**.');
    expect(screen.queryByText('Choose a .zip file, or drop it here')).toBeNull();
  });

  it('saves the changes, says so and goes to the module; its address and what is not asked for stay', async () => {
    await open({ module: { priceCents: 0 } });
    expect(screen.queryByText('Draft kept on this device')).toBeNull();
    rewrite(field.title(), ` ${NEW_TITLE} `);
    expect(screen.getByText('Draft kept on this device')).toBeVisible();
    expect(field.slug()).toHaveValue('chart-dashboard');
    save();
    expect(await screen.findByText('Module updated')).toBeVisible();
    await waitFor(() => expect(address()).toHaveTextContent(/^\/toolbox\/chart-dashboard$/));
    const { description, documentation } = buildModuleDetail();
    const texts = { title: NEW_TITLE, description, techStack: ['React'], price: 'free', license: 'MIT', documentation };
    const body = { ...texts, repositoryUrl: '', demoUrl: 'https://example.com/demo', sandboxUrl: '' };
    expect(sent()).toEqual([{ path: '/modules/m1', body }]);
    expect(readKey(KEY)).toBeNull();
  });

  it('has the rules of the upload, and asks for the price of a paid one: nothing shows it before it counts', async () => {
    await open();
    rewrite(field.title(), 'Ch');
    rewrite(field.amount(), '');
    save();
    expect(await screen.findByText('Title must be at least 3 characters')).toBeVisible();
    expect(screen.getByText('Enter a price, or choose free')).toBeVisible();
    await waitFor(() => expect(field.title()).toHaveFocus());
    expect(sent()).toEqual([]);
  });

  it.each([
    ['the network', NETWORK_FAILURE, 'The module could not be saved. Your changes are still here. Please try again.'],
    ['the server', refuse('invalid', 'Wrong', { title: 'This title is taken' }), 'This title is taken'],
  ])('keeps what was typed when %s fails, also over a reload, until it is discarded', async (_what, failure, text) => {
    const first = await open({ save: () => failure });
    rewrite(field.title(), NEW_TITLE);
    save();
    expect(await screen.findByText(text)).toBeVisible();
    expect(address()).toHaveTextContent('/toolbox/chart-dashboard/edit');
    first.unmount();
    api.restore();
    await open();
    expect(field.title()).toHaveValue(NEW_TITLE);
    fireEvent.click(button('Discard changes'));
    await waitFor(() => expect(field.title()).toHaveValue('Chart Dashboard'));
    expect(readKey(KEY)).toBeNull();
  });

  it('is not for anybody else, who is led to the module', async () => {
    signInAs({ _id: 'mira' });
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'This is not your module' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'View the module' })).toHaveAttribute('href', '/toolbox/chart-dashboard');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('says that there is no such module', async () => {
    await open({ load: () => refuse('not_found', 'No') });
    expect(screen.getByRole('heading', { level: 1, name: 'Module not found' })).toBeVisible();
  });

  it('says that the module could not be had, and tries again', async () => {
    let broken = true;
    await open({ load: () => (broken ? refuse('internal', 'Boom') : { module: buildModuleDetail() }) });
    expect(screen.getByRole('heading', { level: 1, name: 'The module could not be loaded' })).toBeVisible();
    broken = false;
    fireEvent.click(button('Try again'));
    await waitFor(() => expect(field.title()).toHaveValue('Chart Dashboard'));
  });
});
