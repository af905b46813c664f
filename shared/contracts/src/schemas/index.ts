export * from './accounts.ts';
export * from './bids.ts';
export * from './chat.ts';
export * from './common.ts';
export * from './notifications.ts';
export { json } from './json.ts';
export type { JsonSchema, ObjectSchema, TypeOf } from './json.ts';
