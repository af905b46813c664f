export * from './accounts.ts';
export * from './agreements.ts';
export * from './bids.ts';
export * from './chat.ts';
export * from './modules.ts';
export { pageQueryRules, pagingFields } from './paging.ts';
export * from './problems.ts';
export * from './site.ts';
export { summarise } from './summary.ts';
