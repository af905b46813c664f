export { createPusher } from './push.ts';
export { notificationsFeature } from './routes.ts';
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
  UPSERT_NOTIFICATION,
} from './service.ts';
export { accountDeletion, exporter } from './account-data.ts';
