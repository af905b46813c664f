import { notificationsFeature } from './routes.ts';
import type { FeatureRoutes } from '../../platform/http/app.ts';
import type { Deps } from './service.ts';

export { createPusher } from './push.ts';
export {
  ACTOR_PLACEHOLDER,
  addRead,
  buildGroupKey,
  isUnread,
  MESSAGES_TITLE_SUFFIX,
  messagesTitle,
  notify,
  notifyAll,
  notifyGrouped,
  presentNotification,
  pushed,
  quoteTitle,
  registerNotificationSubscribers,
  selectNotifications,
  stripPlaceholder,
  upsertNotifications,
} from './service.ts';
export { accountDeletion, exporter } from './account-data.ts';

export const routes: FeatureRoutes<Deps> = { keyed: [notificationsFeature] };
