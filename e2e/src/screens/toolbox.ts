import type { Page } from '@playwright/test';
import { createScreen } from './screen.ts';

function createModule(page: Page, id: string) {
  const main = page.getByRole('main');
  return {
    ...createScreen(page, { path: `/toolbox/${id}` }),
    price: main.getByRole('region', { name: 'Price' }),
    license: main.getByRole('radiogroup', { name: 'License' }),
    save: main.getByRole('button', { name: 'Save Module' }),
    share: main.getByRole('button', { name: 'Share Module' }),
    tabs: main.getByRole('tablist', { name: 'About this module' }),
    reviews: main.getByRole('list', { name: 'Reviews' }),
  };
}

function createUpload(page: Page) {
  const main = page.getByRole('main');
  return {
    ...createScreen(page, { path: '/toolbox/upload' }),
    title: main.getByLabel('Title'),
    slug: main.getByLabel('Slug'),
    description: main.getByLabel('Description'),
    repository: main.getByLabel('Repository URL'),
    archive: main.getByLabel('Zip File'),
    documentation: main.getByRole('textbox', { name: 'Documentation' }),
    confirm: page.getByRole('dialog').getByRole('button', { name: 'Confirm Upload' }),
  };
}

export const createToolboxScreens = (page: Page) => ({
  catalogue: {
    ...createScreen(page, { path: '/toolbox', heading: 'Toolbox' }),
    search: page.getByPlaceholder('Search modules...'),
    count: page.getByRole('status', { name: 'Result count' }),
    cards: page.getByRole('article'),
    module: (title: string | RegExp) => page.getByRole('article').filter({ hasText: title }),
  },
  module: (id: string) => createModule(page, id),
  upload: createUpload(page),
  ownModules: {
    ...createScreen(page, { path: '/toolbox/own', heading: 'My Modules' }),
    list: page.getByRole('list', { name: 'Your modules' }),
  },
  savedModules: createScreen(page, { path: '/toolbox/saved', heading: 'Saved Modules' }),
  purchasedModules: {
    ...createScreen(page, { path: '/toolbox/purchased', heading: 'Purchased Modules' }),
    module: (title: string) => page.getByRole('article', { name: title }),
  },
});
