/** Fixtures for end-to-end tests of every team. */
export { expect, test } from './test.ts';
export { ready } from './ready.ts';
export { REMOTE_NAMES } from './remotes.ts';
export type { RemoteName, Remotes } from './remotes.ts';
export { createScreens } from './screens/index.ts';
export type { Screens } from './screens/index.ts';
export type { SocketControl } from './socket.ts';
export type { People, Person } from './people.ts';
