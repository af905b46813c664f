import { jest } from '@jest/globals';
import type { ModuleListItem, ModulesAnswer } from '@solvent/contracts';
import { MODULE_TECHNOLOGIES } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildModule, signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Component } from './catalogue-page.tsx';

type Routes = Parameters<typeof fakeApi>[0];

const answer = (modules: ModuleListItem[], more: Partial<ModulesAnswer> = {}): ModulesAnswer => ({
  modules,
  total: modules.length,
  page: 1,
  limit: 12,
  totalPages: 1,
  ...more,
});
const chart = buildModule({ id: 'chart', title: 'Chart Dashboard' });

let api: ReturnType<typeof fakeApi>;
function open(handler: Routes[string] = () => answer([chart]), at = '/toolbox') {
  api = fakeApi({ 'GET /modules': handler });
  return renderScreen(<Component />, { at });
}
const asked = () => api.requests.at(-1)?.params;
const address = () => screen.getByLabelText('Address');

afterEach(() => {
  clearSession();
  api.restore();
});

describe('/toolbox (product 2.29)', () => {
  it('has one h1, lists the modules and says how many there are', async () => {
    open(() => answer([chart, buildModule()], { total: 15, totalPages: 2 }));
    expect(screen.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent)).toEqual(['Toolbox']);
    expect(await screen.findByRole('status', { name: 'Result count' })).toHaveTextContent(/^$/);
    expect(await screen.findByText('15 modules')).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(asked()).toEqual({ sort: 'popular', page: 1, limit: 12 });
  });

  it('leads to the upload, and signed-in people to what is their own', async () => {
    const { unmount } = open();
    expect(screen.getByRole('link', { name: 'Upload a module' })).toHaveAttribute('href', '/toolbox/upload');
    expect(screen.queryByRole('link', { name: 'My modules' })).toBeNull();
    unmount();
    api.restore();
    signInAs();
    open();
    expect(screen.getByRole('link', { name: 'My modules' })).toHaveAttribute('href', '/toolbox/own');
    expect(screen.getByRole('link', { name: 'Saved' })).toHaveAttribute('href', '/toolbox/saved');
  });

  it('shows skeletons after 120 ms', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    try {
      open(() => new Promise<never>(() => {}));
      const skeleton = screen.getByRole('status', { name: 'Loading' });
      expect(skeleton).toBeEmptyDOMElement();
      await act(() => jest.advanceTimersByTimeAsync(150));
      expect(skeleton).not.toBeEmptyDOMElement();
    } finally {
      jest.useRealTimers();
    }
  });

  it('says when loading failed, and tries again', async () => {
    let broken = true;
    const { user } = open(() => (broken ? refuse('internal', 'No') : answer([chart])));
    expect(await screen.findByText('The modules could not be loaded')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Chart Dashboard' })).toBeVisible();
  });
});

describe('filters', () => {
  it('every technology is a toggle button, and chosen ones are asked for and stand in the address', async () => {
    const { user } = open();
    const group = screen.getByRole('group', { name: 'Technologies' });
    expect(
      within(group)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual([...MODULE_TECHNOLOGIES]);
    await user.click(within(group).getByRole('button', { name: 'React' }));
    await user.click(within(group).getByRole('button', { name: 'Node.js' }));
    await waitFor(() => expect(asked()).toMatchObject({ tags: 'React,Node.js', page: 1 }));
    expect(address()).toHaveTextContent('/toolbox?tags=React%2CNode.js');
    await user.click(within(group).getByRole('button', { name: 'React' }));
    await waitFor(() => expect(asked()).toMatchObject({ tags: 'Node.js' }));
  });

  it.each([
    ['Free', 'free'],
    ['Paid', 'paid'],
  ])('%s modules only', async (label, price) => {
    const { user } = open();
    await user.click(screen.getByRole('button', { name: label }));
    await waitFor(() => expect(asked()).toMatchObject({ price }));
    expect(screen.getByRole('button', { name: label })).toHaveAttribute('aria-pressed', 'true');
    expect(address()).toHaveTextContent(`price=${price}`);
  });

  it.each([
    ['Newest', 'newest'],
    ['Top rated', 'rating'],
    ['Price', 'price'],
  ])('sorted by %s', async (label, sort) => {
    const { user } = open();
    const select = screen.getByRole('combobox', { name: 'Sort' });
    expect(select).toHaveDisplayValue('Most popular');
    await user.selectOptions(select, label);
    await waitFor(() => expect(asked()).toMatchObject({ sort }));
  });

  it('a search waits for 500 ms of rest', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    try {
      open();
      fireEvent.change(screen.getByRole('textbox', { name: 'Search modules' }), { target: { value: 'maps' } });
      await act(() => jest.advanceTimersByTimeAsync(499));
      expect(api.requests.some(({ params }) => 'search' in params && params.search)).toBe(false);
      await act(() => jest.advanceTimersByTimeAsync(1));
      expect(asked()).toMatchObject({ search: 'maps' });
      expect(address()).toHaveTextContent('/toolbox?search=maps');
    } finally {
      jest.useRealTimers();
    }
  });

  it('are read from the address, and Back brings the ones before again', async () => {
    const { user, router } = open(() => answer([chart]), '/toolbox?search=chart&tags=React&sort=newest');
    expect(screen.getByRole('textbox', { name: 'Search modules' })).toHaveValue('chart');
    await waitFor(() => expect(asked()).toMatchObject({ search: 'chart', tags: 'React', sort: 'newest' }));
    await user.click(screen.getByRole('button', { name: 'Paid' }));
    await waitFor(() => expect(asked()).toMatchObject({ price: 'paid' }));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true'));
    expect(address()).toHaveTextContent('/toolbox?search=chart&tags=React&sort=newest');
  });

  it('that find nothing can be reset; the order stays', async () => {
    const { user } = open(({ params }) => answer(params.search ? [] : [chart]), '/toolbox?search=zzz&price=free&sort=rating');
    expect(await screen.findByText('No modules found matching your criteria')).toBeVisible();
    expect(screen.getByRole('status', { name: 'Result count' })).toHaveTextContent('0 modules');
    await user.click(screen.getByRole('button', { name: 'Reset filters' }));
    expect(await screen.findByRole('link', { name: 'Chart Dashboard' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Search modules' })).toHaveValue('');
    expect(address()).toHaveTextContent(/^\/toolbox\?sort=rating$/);
  });
});

describe('pages', () => {
  const paged: Routes[string] = ({ params }) =>
    params.page === 1
      ? answer([chart], { total: 15, totalPages: 2 })
      : answer(params.page === 2 ? [buildModule({ title: 'Form Builder' })] : [], {
          total: 15,
          page: Number(params.page),
          totalPages: 2,
        });

  it('are links that keep the filters', async () => {
    const { user } = open(paged, '/toolbox?sort=newest');
    const second = await screen.findByRole('link', { name: 'Page 2' });
    expect(second).toHaveAttribute('href', '/toolbox?sort=newest&page=2');
    expect(screen.getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
    await user.click(second);
    expect(await screen.findByRole('link', { name: 'Form Builder' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Previous page' })).toHaveAttribute('href', '/toolbox?sort=newest');
    expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull();
  });

  it('a new filter starts at the first page', async () => {
    const { user } = open(paged, '/toolbox?page=2');
    await user.click(await screen.findByRole('button', { name: 'Free' }));
    await waitFor(() => expect(asked()).toMatchObject({ price: 'free', page: 1 }));
    expect(address()).toHaveTextContent(/^\/toolbox\?price=free$/);
  });

  it('past the end there is a way back', async () => {
    open(paged, '/toolbox?page=9');
    expect(await screen.findByText('There is nothing on this page')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the first page' })).toHaveAttribute('href', '/toolbox');
  });
});

describe('questions of module authors (product 1.6)', () => {
  it.each([
    /every two weeks.*\$50 in sales/,
    /15% platform fee/,
    /3-5 business days/,
    /Standard for a single project, and Extended for multiple projects or SaaS/,
    /support period is typically 6-12 months/,
    /Lifetime updates within the purchased major version.*Upgrades.*may be discounted/,
  ])('are answered: %s', (text) => {
    open();
    expect(within(screen.getByRole('region', { name: 'For module authors' })).getByText(text)).toBeVisible();
  });
});
