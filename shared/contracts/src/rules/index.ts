// The rules of forms, which pages load together. Those that only the server asks stand in files beside, with addresses of their own.
export * from './accounts.ts';
export * from './agreements.ts';
export * from './bids.ts';
export * from './modules.ts';
export * from './problems.ts';
export * from './saved-searches.ts';
export * from './site.ts';
export { summarise } from './summary.ts';
