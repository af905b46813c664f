export * from './bids.ts';
export * from './common.ts';
export { json } from './json.ts';
export type { JsonSchema, ObjectSchema, TypeOf } from './json.ts';
export * from './site.ts';
