/** All tables. Every feature may read them. Only one feature, or the platform, writes each table. */
export * from './accounts.ts';
export * from './agreements.ts';
export * from './bids.ts';
export * from './files.ts';
export * from './marketplace.ts';
export * from './messaging.ts';
export * from './notifications.ts';
export * from './operators.ts';
export * from './problems.ts';
export * from './site.ts';
export * from './toolbox.ts';
export * from '../platform/schema.ts';
