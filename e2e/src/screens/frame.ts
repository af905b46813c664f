import type { Page } from '@playwright/test';
import { createScreen } from './screen.ts';

export function createFrame(page: Page) {
  const bar = page.getByRole('banner');
  const palette = page.getByRole('dialog', { name: 'Search Solvent' });
  return {
    bar,
    home: bar.getByRole('link', { name: 'Solvent, home' }),
    browse: bar.getByRole('link', { name: 'Browse Problems' }),
    conversations: bar.getByRole('link', { name: 'Conversations' }),
    /** A button while the Toolbox is "Coming Soon", then a link. */
    toolbox: bar.getByRole('button', { name: 'Toolbox' }).or(bar.getByRole('link', { name: 'Toolbox' })),
    toolboxDialog: page.getByRole('dialog', { name: 'Developer Toolbox' }),
    postProblem: bar.getByRole('button', { name: 'Post Problem' }),
    roleSwitchDialog: page.getByRole('dialog', { name: 'Switch to Seeker Account' }),
    signIn: bar.getByRole('link', { name: 'Sign In' }),
    account: bar.getByRole('button', { name: 'Account' }),
    signOut: page.getByRole('menuitem', { name: 'Sign out' }),
    profile: (name: string) => bar.getByRole('link', { name: `${name}, profile` }),
    bell: bar.getByRole('button', { name: /^Notifications(?! could)/ }),
    bellFailure: bar.getByRole('button', { name: 'Notifications could not be loaded. Try again' }),
    theme: bar.getByRole('button', { name: /^Switch to (?:light|dark) theme$/ }),
    menuButton: bar.getByRole('button', { name: 'Menu' }),
    menu: page.getByRole('dialog', { name: 'Menu' }),
    tabs: page.getByRole('navigation', { name: 'Tabs' }),
    palette,
    paletteField: palette.getByRole('combobox'),
    toast: (text: string | RegExp) => page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }),
  };
}

export function createNotLoaded(page: Page) {
  const main = page.getByRole('main');
  return {
    message: main
      .getByRole('alert')
      .filter({ has: page.getByRole('heading', { level: 1, name: 'Solvent could not be loaded' }) }),
    tryAgain: main.getByRole('link', { name: 'Try again' }),
  };
}

export function createFailure(page: Page) {
  const main = page.getByRole('main');
  return {
    card: main.getByRole('heading', { name: 'This page could not be loaded' }),
    text: main.getByRole('alert'),
    tryAgain: main.getByRole('button', { name: 'Try again' }),
    reset: main.getByRole('button', { name: 'Reset' }),
  };
}

/** Panel of remotes (Ctrl+Alt+R) and banner of overrides. */
export function createRemotesPanel(page: Page) {
  const panel = page.getByRole('dialog', { name: 'Remotes' });
  const banner = page.getByRole('complementary', { name: 'Overrides of this tab' });
  return {
    panel,
    open: () => page.keyboard.press('Control+Alt+KeyR'),
    row: (remote: string) => panel.getByRole('row').filter({ has: page.getByRole('rowheader', { name: remote, exact: true }) }),
    failures: panel.getByRole('region', { name: 'Errors in this page' }),
    remote: panel.getByRole('combobox', { name: 'Remote' }),
    target: panel.getByRole('textbox', { name: 'Origin or version' }),
    run: panel.getByRole('button', { name: 'Run in this tab' }),
    resetAll: panel.getByRole('button', { name: 'Reset all' }),
    banner,
    details: banner.getByRole('button', { name: 'Details' }),
    reset: banner.getByRole('button', { name: 'Reset' }),
  };
}

export function createConsent(page: Page) {
  return {
    question: page.getByRole('heading', { name: /^Load .+\?$/ }),
    load: page.getByRole('button', { name: 'Load it', exact: true }),
    decline: page.getByRole('button', { name: 'Don’t load it' }),
  };
}

export const createShellScreens = (page: Page) => ({
  privacy: createScreen(page, { path: '/privacy', heading: 'Privacy Policy' }),
  terms: createScreen(page, { path: '/terms', heading: 'Terms of Service' }),
  contact: {
    ...createScreen(page, { path: '/contact' }),
    name: page.getByLabel('Name'),
    email: page.getByLabel('Email'),
    topic: page.getByLabel('Topic'),
    message: page.getByLabel('Message'),
    send: page.getByRole('button', { name: 'Send message' }),
  },
  notFound: {
    ...createScreen(page, { path: '/no/such/page', heading: 'Page not found' }),
    backHome: page.getByRole('main').getByRole('link', { name: 'Back to home' }),
  },
});
