import { browserHooks } from './browser.js';
import { stateHooks } from './state.js';
import { timeHooks } from './time.js';

/** All hooks, on the React that you hand in: so there is one React in the page, and Preact will do. */
export function createHooks(react) {
  return { ...stateHooks(react), ...timeHooks(react), ...browserHooks(react) };
}
