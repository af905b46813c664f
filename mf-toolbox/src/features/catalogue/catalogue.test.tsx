import type { ModuleListItem, ModulesResponse } from '@solvent/contracts';
import { MODULE_TECHNOLOGIES } from '@solvent/contracts';
import { getRuntimeConfig } from '@solvent/http';
import { clearSession } from '@solvent/store';
import { buildModule, signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toSearchParams, toModulesQuery, DEFAULT_FILTERS, parseFilters } from '../../api/modules.ts';
import type { CatalogueFilters } from '../../api/modules.ts';
import { ModuleCard } from '../../module/module-card.tsx';
import { buildModuleDetail } from '../../testing/build-module.ts';
import { respondInOrder } from '../../testing/respond-in-order.ts';
import { Component } from './catalogue-page.tsx';
import { getVisiblePages } from './page-links.tsx';

type Routes = Parameters<typeof fakeApi>[0];

const answer = (modules: ModuleListItem[], more: Partial<ModulesResponse> = {}): ModulesResponse => ({
  modules,
  total: modules.length,
  page: 1,
  limit: 12,
  totalPages: 1,
  searchedFor: null,
  ...more,
});
const chart = buildModule({ id: 'chart', title: 'Chart Dashboard' });

let api: ReturnType<typeof fakeApi>;
function open(handler: Routes[string] = () => answer([chart]), at = '/toolbox') {
  api = fakeApi({ 'GET /modules': handler });
  return renderScreen(<Component />, { at });
}
const requested = () => api.requests.at(-1)?.params;
const address = () => screen.getByLabelText('Address');
const button = (name: string) => screen.getByRole('button', { name });

afterEach(() => {
  clearSession();
  api.restore();
});

describe('/toolbox (product 2.29)', () => {
  it('lists modules and counts them after a failure, and shows users their own (product 1.6, 10.9, 10.10, 10.17)', async () => {
    signInAs();
    const { user } = open(respondInOrder(refuse('internal', 'No'), answer([chart, buildModule()], { total: 15, totalPages: 2 })));
    expect(screen.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent)).toEqual(['Toolbox']);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
    expect(await screen.findByText('The modules could not be loaded')).toBeVisible();
    await user.click(button('Try again'));
    expect(await screen.findByText('15 modules')).toBeVisible();
    expect(screen.getByRole('status', { name: 'Result count' })).toHaveTextContent('15 modules');
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(requested()).toEqual({ sort: 'popular', page: 1, limit: 12 });
    for (const [name, path] of [
      ['Upload a module', '/toolbox/upload'],
      ['My modules', '/toolbox/own'],
      ['Saved', '/toolbox/saved'],
      ['Purchased', '/toolbox/purchased'],
    ])
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', path);
    const faq = within(screen.getByRole('region', { name: 'For module authors' }));
    for (const text of [
      /every two weeks.*\$50 in sales/,
      /15% platform fee/,
      /3-5 business days/,
      /Standard for a single project, and Extended for multiple projects or SaaS/,
      /support period is typically 6-12 months/,
      /Lifetime updates within the purchased major version.*Upgrades.*may be discounted/,
    ])
      expect(faq.getByText(text)).toBeVisible();
  });

  it.each([
    ['published', 'Your module is published: Chart Dashboard'],
    ['in-review', 'Your module is in review: Chart DashboardFollow it under My Modules.'],
  ] as const)('leads to a module that was just uploaded while it is %s (product 2.37)', async (status, text) => {
    const { router } = open();
    api.restore();
    api = fakeApi({
      'GET /modules': () => answer([chart]),
      'GET /modules/:id': () => ({ module: buildModuleDetail({ status }) }),
    });
    await act(() => router.navigate('/toolbox', { state: { uploaded: 'm1' } }));
    const link = await within(await screen.findByText(/^Your module is/)).findByRole('link', { name: 'Chart Dashboard' });
    expect(link.closest('[role=status]')).toHaveTextContent(text);
    expect(link).toHaveAttribute('href', '/toolbox/chart-dashboard');
  });

  it('names the time of a review where the team reviews modules (product 1.6)', () => {
    Object.assign(getRuntimeConfig(), { moduleReview: 'manual' });
    open();
    expect(screen.getByText('Module review takes 3-5 business days.')).toBeVisible();
    Object.assign(getRuntimeConfig(), { moduleReview: undefined });
  });

  it('filters by technology and price, sorts, searches, and keeps all of it in the address (product 3.24, 10.16)', async () => {
    const { user } = open();
    expect(screen.queryByRole('link', { name: 'My modules' })).toBeNull();
    const group = within(screen.getByRole('group', { name: 'Technologies' }));
    expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([...MODULE_TECHNOLOGIES]);
    await user.click(group.getByRole('button', { name: 'React' }));
    await user.click(group.getByRole('button', { name: 'Node.js' }));
    await waitFor(() => expect(requested()).toMatchObject({ tags: 'React,Node.js', page: 1 }));
    expect(address()).toHaveTextContent('/toolbox?tags=React%2CNode.js');
    await user.click(group.getByRole('button', { name: 'React' }));
    await waitFor(() => expect(requested()).toMatchObject({ tags: 'Node.js' }));
    for (const [label, price] of [
      ['Free', 'free'],
      ['Paid', 'paid'],
    ] as const) {
      await user.click(button(label));
      await waitFor(() => expect(requested()).toMatchObject({ price }));
      expect(button(label)).toHaveAttribute('aria-pressed', 'true');
      expect(address()).toHaveTextContent(`price=${price}`);
    }
    const select = screen.getByRole('combobox', { name: 'Sort' });
    expect(select).toHaveDisplayValue('Most popular');
    for (const [label, sort] of [
      ['Newest', 'newest'],
      ['Top rated', 'rating'],
      ['Price', 'price'],
    ] as const) {
      await user.selectOptions(select, label);
      await waitFor(() => expect(requested()).toMatchObject({ sort }));
    }
    await user.type(screen.getByRole('textbox', { name: 'Search modules' }), 'maps{Enter}');
    await waitFor(() => expect(requested()).toMatchObject({ search: 'maps' }));
    expect(address()).toHaveTextContent('search=maps');
  });

  it('states that a search was corrected (product 2.48)', async () => {
    open(() => answer([chart], { searchedFor: 'chart' }), '/toolbox?search=chatr');
    expect(await screen.findByText('“chart”')).toBeVisible();
    expect(screen.getByText('No results for “chatr”.')).toBeVisible();
  });

  it('reads the filters from the address, restores them with Back, and resets all but the order (product 10.16)', async () => {
    const AT = '/toolbox?search=zzz&price=free&sort=rating';
    const { user, router } = open(({ params }) => answer(params.search ? [] : [chart]), AT);
    expect(screen.getByRole('textbox', { name: 'Search modules' })).toHaveValue('zzz');
    await waitFor(() => expect(requested()).toMatchObject({ search: 'zzz', price: 'free', sort: 'rating' }));
    await user.click(button('Paid'));
    await waitFor(() => expect(requested()).toMatchObject({ price: 'paid' }));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(button('Free')).toHaveAttribute('aria-pressed', 'true'));
    expect(address()).toHaveTextContent(AT);
    expect(await screen.findByText('No modules for “zzz”')).toBeVisible();
    expect(screen.getByRole('status', { name: 'Result count' })).toHaveTextContent('0 modules');
    await user.click(button('Reset filters'));
    expect(await screen.findByRole('link', { name: 'Chart Dashboard' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Search modules' })).toHaveValue('');
    expect(address()).toHaveTextContent(/^\/toolbox\?sort=rating$/);
  });

  it('has pages, which are links that keep the filters; a new filter starts at the first (product 9.2, 10.16)', async () => {
    const form = buildModule({ title: 'Form Builder' });
    const { user, router } = open(({ params }) => {
      const page = Number(params.page);
      return answer([[chart], [form]][page - 1] ?? [], { total: 15, page, totalPages: 2 });
    }, '/toolbox?sort=newest');
    const second = await screen.findByRole('link', { name: 'Page 2' });
    expect(second).toHaveAttribute('href', '/toolbox?sort=newest&page=2');
    expect(screen.getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
    await user.click(second);
    expect(await screen.findByRole('link', { name: 'Form Builder' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Previous page' })).toHaveAttribute('href', '/toolbox?sort=newest');
    expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull();
    await user.click(button('Free'));
    await waitFor(() => expect(requested()).toMatchObject({ price: 'free', page: 1 }));
    expect(address()).toHaveTextContent(/^\/toolbox\?price=free&sort=newest$/);
    await act(() => router.navigate('/toolbox?page=9'));
    expect(await screen.findByText('Nothing on this page')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the first page' })).toHaveAttribute('href', '/toolbox');
  });
});

describe('the card of a module (product 2.29)', () => {
  const show = (overrides: Partial<ModuleListItem>) => {
    api = fakeApi({});
    return renderScreen(<ModuleCard module={buildModule(overrides)} isEager={false} />);
  };
  const card = () => screen.getByRole('article');

  it('links to the module, and shows its text, author, rating, downloads and price', () => {
    const { container } = show({
      id: 'payment-setup',
      title: 'Payment Setup',
      description: 'Checkout and invoices.',
      author: { _id: 'u1', name: 'Lena Vogt', image: null },
      rating: 4,
      ratingCount: 1204,
      downloads: 15_320,
      priceCents: 120_000,
      tags: ['React', 'TypeScript', 'AWS', 'Docker', 'Redis'],
      previewImage: '/previews/chart.webp',
    });
    expect(screen.getByRole('link', { name: 'Payment Setup' })).toHaveAttribute('href', '/toolbox/payment-setup');
    for (const text of ['Checkout and invoices.', 'Lena Vogt', '$1,200', 'AWS']) expect(screen.getByText(text)).toBeVisible();
    expect(card()).toHaveTextContent('Rated 4.0 out of 5, (1,204 ratings)');
    expect(card()).toHaveTextContent('15,320 downloads');
    expect(screen.queryByText('Docker')).toBeNull();
    expect(screen.getByText('+2')).toHaveAttribute('title', 'Docker, Redis');
    const picture = container.querySelector('img');
    expect(picture).toHaveAttribute('src', '/previews/chart.webp');
    expect(picture).toHaveAttribute('loading', 'lazy');
    if (picture) fireEvent.error(picture);
    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelector('.lucide-blocks')).not.toBeNull();
  });

  it('has words for no price, no rating and one download', () => {
    show({ priceCents: 0, rating: 0, ratingCount: 0, downloads: 1 });
    expect(screen.getByText('Free')).toBeVisible();
    expect(screen.getByText('No ratings yet')).toBeVisible();
    expect(card()).toHaveTextContent(/1 download$|1 download\D/);
  });
});

describe('the filters in the address', () => {
  const all: CatalogueFilters = { search: 'chat & maps', tags: ['React', 'Node.js'], price: 'paid', sort: 'rating', page: 2 };

  it('survive a round trip, and leave out the defaults', () => {
    api = fakeApi({});
    expect(parseFilters(new URLSearchParams(toSearchParams(all).toString()))).toEqual(all);
    expect(toSearchParams(DEFAULT_FILTERS).toString()).toBe('');
    const wrong = ['page=0', 'page=x', 'page=1.5', 'sort=evil', 'price=cheap', 'tags=COBOL,,', 'search=%20%20', ''];
    for (const text of wrong) expect(parseFilters(new URLSearchParams(text))).toEqual(DEFAULT_FILTERS);
  });

  it('become the query of the API (product 7.10)', () => {
    const query = { search: 'chat & maps', tags: 'React,Node.js', price: 'paid', sort: 'rating', page: 2 };
    expect(toModulesQuery(all)).toEqual(query);
    const none = { search: undefined, tags: undefined, price: undefined, sort: 'popular', page: 1 };
    expect(toModulesQuery(DEFAULT_FILTERS)).toEqual(none);
  });

  it.each([
    [1, 2, [1, 2]],
    [1, 5, [1, 2, 5]],
    [3, 5, [1, 2, 3, 4, 5]],
    [50, 100, [1, 49, 50, 51, 100]],
    [100, 100, [1, 99, 100]],
  ])('offer, on page %i of %i, the pages %j', (page, totalPages, offered) => {
    expect(getVisiblePages(page, totalPages)).toEqual(offered);
  });
});
