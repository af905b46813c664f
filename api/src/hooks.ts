import * as accounts from './features/accounts/index.ts';
import type { AccountHooks } from './features/accounts/index.ts';
import * as files from './features/files/index.ts';
import type { FileReaders } from './features/files/index.ts';
import * as marketplace from './features/marketplace/index.ts';
import * as messaging from './features/messaging/index.ts';
import * as notifications from './features/notifications/index.ts';
import * as site from './features/site/index.ts';
import * as toolbox from './features/toolbox/index.ts';

/** Connects accounts with the features above it. */
export const ACCOUNT_HOOKS: AccountHooks = {
  deletion: [messaging, marketplace, toolbox, files, notifications, site].map(({ accountDeletion }) => accountDeletion),
  exporters: [accounts, marketplace, messaging, notifications, toolbox, files, site].map(({ exporter }) => exporter),
  notifyOwner: (tx, events, notification) => notifications.notify(tx, events, { ...notification, actor: null }),
};

/** Connects files with the features that decide who reads them. */
export const FILE_READERS: FileReaders = {
  message: messaging.findMessageAccess,
  bid: marketplace.findBidAccess,
  delivery: marketplace.findDeliveryAccess,
  hidden: marketplace.findHiddenAccess,
};
