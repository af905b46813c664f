import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

export type Provider = 'GitHub' | 'Google';

export interface ProviderAccount {
  email: string;
  name: string;
  /** Whether the provider reports the address as verified; true by default. */
  verified?: boolean;
}

export interface ProviderPopup {
  open: (provider: Provider) => Promise<Page>;
  signInAsNew: (provider: Provider, account: ProviderAccount) => Promise<void>;
  signInAgain: (provider: Provider, email: string) => Promise<void>;
}

/** Uses the popups of the local identity emulator. */
export function createProviderPopup(page: Page): ProviderPopup {
  async function open(provider: Provider): Promise<Page> {
    const opened = page.waitForEvent('popup');
    await page.getByRole('group', { name: 'Or continue with' }).getByRole('button', { name: provider }).click();
    const popup = await opened;
    await expect(popup.getByRole('heading', { name: `Sign in with ${provider}` })).toBeVisible();
    return popup;
  }

  return {
    open,
    async signInAsNew(provider, { email, name, verified = true }) {
      const popup = await open(provider);
      const form = popup.getByRole('button', { name: `Sign in with ${provider}` });
      if (!(await form.isVisible())) await popup.getByText('Add new account').click();
      await popup.getByLabel('Email').fill(email);
      await popup.getByLabel('Name (optional)').fill(name);
      await popup.getByLabel('The provider has verified this address').setChecked(verified);
      const closed = popup.waitForEvent('close');
      await form.click();
      await closed;
    },
    async signInAgain(provider, email) {
      const popup = await open(provider);
      const closed = popup.waitForEvent('close');
      await popup.getByRole('button', { name: email }).click();
      await closed;
    },
  };
}
