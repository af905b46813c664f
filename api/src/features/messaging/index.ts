import { chatFeature } from './routes.ts';
import type { FeatureRoutes } from '../../platform/http/app.ts';
import type { Deps } from './deps.ts';

export { findMessageAccess } from './messages.ts';
export { findMessageReports } from './reports.ts';
export type { MessageReport } from './reports.ts';
export { createParticipantFinder, createPeerFinder, openConversation, REPLY_MINUTES } from './service.ts';
export { accountDeletion, exporter } from './account-data.ts';

export const routes: FeatureRoutes<Deps> = { keyed: [chatFeature] };
