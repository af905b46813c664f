const { register } = require('node:module');
const { pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');

register('./typescript.mjs', pathToFileURL(__filename));
process.setSourceMapsEnabled(true);

/**
 * Runs test files as Node itself runs modules, for tests that need no browser: jest's own runtime loads every module anew
 * for every file, which takes longer than most files' tests. A worker's files share modules and globals; mocks and
 * timers are put back after each. Neither `jest.unstable_mockModule` nor `jest.resetModules` are there.
 */
module.exports = class NodeRuntime extends Runtime {
  constructor(config, environment, ...rest) {
    // They stood for the globals of a context of jest's.
    const { moduleMocker, fakeTimersModern } = environment;
    environment.moduleMocker = new moduleMocker.constructor(globalThis);
    environment.fakeTimersModern = new fakeTimersModern.constructor({ config, global: globalThis });
    super(config, environment, ...rest);
  }

  /** Each file has jest's framework of its own, without what the one before has registered. */
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
    // jest's knows the maps of what jest has compiled only; Node's knows those of what it has loaded.
    Error.prepareStackTrace = undefined;
    return import(pathToFileURL(path).href);
  }
};
