export { Refused, SignedOut, TryLater } from '../retry/failures.ts';
export { createLogKeeper } from './keeper.ts';
export { merge } from './merge.ts';
export type { FetchAfter, KeeperPorts, LogKeeper, LogStore, MessageLog } from './types.ts';
