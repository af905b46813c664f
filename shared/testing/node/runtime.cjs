const { register } = require('node:module');
const { pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');

register('./typescript.mjs', pathToFileURL(__filename));
process.setSourceMapsEnabled(true);

/**
 * Runs test files with Node's own module loader, for tests without a browser: Jest's runtime would evaluate every module again
 * for each file. Files of a worker share modules and globals; mocks and timers are reset after each. `jest.unstable_mockModule`
 * and `jest.resetModules` are unavailable.
 */
module.exports = class NodeRuntime extends Runtime {
  constructor(config, environment, ...rest) {
    // By default they are bound to the globals of Jest's VM context.
    const { moduleMocker, fakeTimersModern } = environment;
    environment.moduleMocker = new moduleMocker.constructor(globalThis);
    environment.fakeTimersModern = new fakeTimersModern.constructor({ config, global: globalThis });
    super(config, environment, ...rest);
  }

  /** Each file needs its own instance of Jest's framework, without the handlers of the previous file. */
  requireInternalModule(path) {
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    delete require.cache[path];
    return require(path);
  }

  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals);
    Object.assign(globalThis, globals, { jest: this.requireModuleOrMock('', '@jest/globals').jest });
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    // Jest's stack traces use its own source maps only; Node's use those of the modules it loaded.
    Error.prepareStackTrace = undefined;
    return import(pathToFileURL(path).href);
  }
};
