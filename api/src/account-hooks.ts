import type { AccountDeletionHook } from './features/accounts/deletion/delete-account.ts';
import * as accounts from './features/accounts/export/account-data.ts';
import type { Exporter } from './features/accounts/export/exporter.ts';
import * as files from './features/files/account-data.ts';
import { accountDeletion as endWork } from './features/marketplace/account-deletion.ts';
import * as marketplace from './features/marketplace/export.ts';
import * as messaging from './features/messaging/account-data.ts';
import * as notifications from './features/notifications/account-data.ts';
import * as site from './features/site/account-data.ts';
import * as toolbox from './features/toolbox/account-data.ts';

export interface AccountHooks {
  deletion: readonly AccountDeletionHook[];
  exporters: readonly Exporter[];
}

/** What features do with an account's data. The order of deletions follows the order of locks (docs/architecture.md). */
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
};
