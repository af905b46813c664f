/** The fixtures of the composed product, for every team's end-to-end tests. */
export { expect, test } from './test.ts';
export type { RemoteName, Remotes } from './remotes.ts';
export type { People, Person } from './people.ts';
