import { TestEnvironment } from 'jest-environment-jsdom';

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
  'WritableStream',
  'BroadcastChannel',
];

const { TZ } = process.env;

/** jsdom with Node's text, fetch and stream classes. The option `zone` sets the time zone. */
export default class BrowserEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { zone } = config.projectConfig.testEnvironmentOptions;
    if (zone) process.env.TZ = zone;
  }

  async setup() {
    await super.setup();
    for (const name of FROM_NODE) this.global[name] ??= globalThis[name];
  }

  async teardown() {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
    await super.teardown();
  }
}
