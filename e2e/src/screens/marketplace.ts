import type { Page } from '@playwright/test';
import { createScreen } from './screen.ts';

function createBrowse(page: Page) {
  const feed = page.getByRole('list', { name: 'Problems' });
  return {
    ...createScreen(page, { path: '/problems', heading: 'Browse Problems' }),
    search: page.getByPlaceholder('Search problems...'),
    count: page.getByRole('status', { name: 'Result count' }),
    card: (title: string | RegExp) => feed.getByRole('article').filter({ hasText: title }),
    cards: feed.getByRole('article'),
    savedSearches: page.getByRole('main').getByRole('button', { name: 'Saved searches' }),
    searchesDialog: page.getByRole('dialog', { name: 'Saved searches' }),
  };
}

function createProblem(page: Page, id: string) {
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog', { name: 'Bid on this problem' });
  const agreement = main.getByRole('region', { name: 'Agreement' });
  const bidRows = main.getByRole('list', { name: 'Bids' }).getByRole('listitem');
  return {
    ...createScreen(page, { path: `/view-problems/${id}` }),
    /** Beside the problem, and at the bottom of phones. */
    side: page.getByRole('complementary', { name: 'Budget and bids' }),
    agreement,
    step: (name: string) => agreement.getByRole('list', { name: 'Steps' }).getByRole('listitem').filter({ hasText: name }),
    proposal: agreement.getByRole('group', { name: 'Proposed change' }),
    delivery: main.getByRole('region', { name: 'Delivery' }),
    dispute: main.getByRole('region', { name: 'Dispute' }),
    timeline: main.getByRole('region', { name: 'Timeline' }),
    ratings: main.getByRole('region', { name: 'Ratings' }),
    bids: main.getByRole('region', { name: /^Bids/ }),
    bidRows,
    bidBy: (name: string) => bidRows.filter({ hasText: name }),
    ownBid: main.getByRole('region', { name: 'Your bid' }),
    questions: main.getByRole('region', { name: 'Questions and answers' }),
    bid: main.getByRole('button', { name: 'Place bid' }),
    bidDialog: {
      dialog,
      amount: dialog.getByRole('textbox', { name: 'Amount' }),
      days: dialog.getByRole('textbox', { name: 'Days' }),
      message: dialog.getByRole('textbox', { name: 'Message' }),
      place: dialog.getByRole('button', { name: 'Place bid' }),
    },
  };
}

function createPostProblem(page: Page) {
  const main = page.getByRole('main');
  return {
    ...createScreen(page, { path: '/post-problem' }),
    similar: main.getByRole('region', { name: 'Similar problems' }),
    title: main.getByRole('textbox', { name: 'Title' }),
    description: main.getByRole('textbox', { name: 'Description' }),
    attachments: main.getByLabel('Attachments'),
    tags: main.getByRole('combobox', { name: 'Tags' }),
    category: main.getByRole('combobox', { name: 'Category' }),
    budget: main.getByRole('textbox', { name: 'Budget' }),
    post: main.getByRole('button', { name: 'Post Problem' }),
  };
}

export const createMarketplaceScreens = (page: Page) => ({
  home: {
    ...createScreen(page, { path: '/home', heading: /Solve Problems/ }),
    figures: page.getByLabel('Solvent in figures'),
  },
  ownHome: {
    ...createScreen(page, { path: '/home', heading: 'Home' }),
    section: (name: string) => page.getByRole('main').getByRole('region', { name }),
  },
  browse: createBrowse(page),
  problem: (id: string) => createProblem(page, id),
  postProblem: createPostProblem(page),
  savedProblems: {
    ...createScreen(page, { path: '/saved-problems', heading: 'Saved Problems' }),
    list: page.getByRole('list', { name: 'Saved problems' }),
  },
  myProblems: {
    ...createScreen(page, { path: '/my-problems', heading: 'My Problems' }),
    states: page.getByRole('tablist', { name: 'Problems by status' }),
    row: (title: string) => page.getByRole('row').filter({ hasText: title }),
  },
  myBids: {
    ...createScreen(page, { path: '/my-bids', heading: 'My Bids' }),
    states: page.getByRole('tablist', { name: 'Bids by status' }),
    row: (title: string) => page.getByRole('row').filter({ hasText: title }),
  },
});
