import { jest } from '@jest/globals';

/** Imports a module with new stores, as on a new page. */
export async function importFresh<Module>(load: () => Promise<Module>): Promise<Module> {
  jest.resetModules();
  Reflect.deleteProperty(globalThis, Symbol.for('solvent.stores'));
  return load();
}
