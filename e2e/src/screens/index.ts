import type { Page } from '@playwright/test';
import { authScreens } from './auth.ts';
import { createConsent, createFailure, createFrame, createNotLoaded, createRemotesPanel, shellScreens } from './frame.ts';
import { marketplaceScreens } from './marketplace.ts';
import { messagingScreens } from './messaging.ts';
import { toolboxScreens } from './toolbox.ts';

export const createScreens = (page: Page) => ({
  frame: createFrame(page),
  failure: createFailure(page),
  notLoaded: createNotLoaded(page),
  remotesPanel: createRemotesPanel(page),
  consent: createConsent(page),
  ...shellScreens(page),
  ...marketplaceScreens(page),
  ...messagingScreens(page),
  ...toolboxScreens(page),
  ...authScreens(page),
});

export type Screens = ReturnType<typeof createScreens>;
