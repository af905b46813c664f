import { TestEnvironment } from 'jest-environment-jsdom';

/** What browsers have, Node has too, and jsdom leaves out. */
const FROM_NODE = [
  'TextEncoder',
  'TextDecoder',
  'structuredClone',
  'fetch',
  'Request',
  'Response',
  'Headers',
  'ReadableStream',
  'TransformStream',
  'BroadcastChannel',
];

/** jsdom with the platform's own text, fetch and stream classes. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of FROM_NODE) this.global[name] ??= globalThis[name];
  }
}
