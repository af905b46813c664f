// Rules of forms, loaded by pages. Rules for the server only have separate entry points.
export * from './accounts.ts';
export * from './agreements.ts';
export * from './bids.ts';
export { addDays, findDoneByError, getToday } from './days.ts';
export * from './modules.ts';
export { parseNumber } from './numbers.ts';
export * from './problems.ts';
export * from './saved-searches.ts';
export * from './site.ts';
export { summarize } from './summary.ts';

// Names that remotes published before contract 3.5 import. Remove them in the next release.
export { parsePriceCents as priceCentsOf } from './modules.ts';
export { summarize as summarise } from './summary.ts';
