import type { Page } from '@playwright/test';
import { createAuthScreens } from './auth.ts';
import { createConsent, createFailure, createFrame, createNotLoaded, createRemotesPanel, createShellScreens } from './frame.ts';
import { createMarketplaceScreens } from './marketplace.ts';
import { createMessagingScreens } from './messaging.ts';
import { createToolboxScreens } from './toolbox.ts';

export const createScreens = (page: Page) => ({
  frame: createFrame(page),
  failure: createFailure(page),
  notLoaded: createNotLoaded(page),
  remotesPanel: createRemotesPanel(page),
  consent: createConsent(page),
  ...createShellScreens(page),
  ...createMarketplaceScreens(page),
  ...createMessagingScreens(page),
  ...createToolboxScreens(page),
  ...createAuthScreens(page),
});

export type Screens = ReturnType<typeof createScreens>;
