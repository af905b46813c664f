/** All tables, for the migrations. Each is defined by the feature or platform module that owns it. */
export * from './backup/schema.ts';
export * from './features/accounts/schema.ts';
export * from './features/files/schema.ts';
export * from './features/marketplace/schema.ts';
export * from './features/messaging/schema.ts';
export * from './features/moderation/schema.ts';
export * from './features/notifications/schema.ts';
export * from './features/site/schema.ts';
export * from './features/toolbox/schema.ts';
export * from './platform/audit/schema.ts';
export * from './platform/db/schema.ts';
export * from './platform/limits/schema.ts';
export * from './platform/identity/schema.ts';
export * from './platform/mail/schema.ts';
export * from './platform/outbox/schema.ts';
export * from './platform/secrets/schema.ts';
