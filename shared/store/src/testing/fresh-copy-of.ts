import { jest } from '@jest/globals';

/** Loads a module as a new page would: what stores read when they are created can be set before. */
export async function freshCopyOf<Module>(load: () => Promise<Module>): Promise<Module> {
  jest.resetModules();
  Reflect.deleteProperty(globalThis, Symbol.for('solvent.stores'));
  return load();
}
