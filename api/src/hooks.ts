import type { AccountHooks } from './features/accounts/hooks.ts';
import * as accounts from './features/accounts/export/account-data.ts';
import type { FileReaders } from './features/files/file-access.ts';
import * as files from './features/files/account-data.ts';
import { accountDeletion as endWork } from './features/marketplace/account-deletion.ts';
import * as marketplace from './features/marketplace/account-export.ts';
import { findBidAccess, findDeliveryAccess, findHiddenAccess } from './features/marketplace/file-readers.ts';
import * as messaging from './features/messaging/account-data.ts';
import { findMessageAccess } from './features/messaging/conversation-files.ts';
import * as notifications from './features/notifications/account-data.ts';
import { notify } from './features/notifications/service.ts';
import * as site from './features/site/account-data.ts';
import * as toolbox from './features/toolbox/account-data.ts';

/** Connects accounts with the features above it. */
export const ACCOUNT_HOOKS: AccountHooks = {
  deletion: [
    messaging.accountDeletion,
    endWork,
    toolbox.accountDeletion,
    files.accountDeletion,
    notifications.accountDeletion,
    site.accountDeletion,
  ],
  exporters: [accounts, marketplace, messaging, notifications, toolbox, files, site].map(({ exporter }) => exporter),
  notifyOwner: (tx, events, notification) => notify(tx, events, { ...notification, actor: null }),
};

/** Connects files with the features that decide who reads them. */
export const FILE_READERS: FileReaders = {
  message: findMessageAccess,
  bid: findBidAccess,
  delivery: findDeliveryAccess,
  hidden: findHiddenAccess,
};
