export * from './bids.ts';
export * from './common.ts';
export * from './files.ts';
export { json } from './json.ts';
export type { JsonSchema, ObjectSchema, TypeOf } from './json.ts';
export * from './site.ts';
export * from './modules.ts';
export * from './taken-down.ts';
