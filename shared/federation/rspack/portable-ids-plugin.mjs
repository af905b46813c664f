import { createHash } from 'node:crypto';

/** The bundler's own ids are mostly of four digits, too, and it leaves out those that are taken. */
const IDS = 10_000;

/** Of modules joined to one, the name of the first is followed by a hash of all their names, paths included. */
const HASH_OF_PARTS = /\|[0-9a-f]+$/;

/**
 * Makes ids of modules the same wherever the workspace lies. The bundler derives them from names in which it shortens a path
 * only where a part of the name begins with it. The modules of Module Federation have one in the middle ("… (fallback: /…)", a
 * `data:` address that imports files), so the same sources would have other bytes in another folder, under the same version.
 */
export class PortableIdsPlugin {
  /** @param {{ root: string }} options absolute path of the workspace */
  constructor({ root }) {
    this.paths = [`${root}/`, encodeURIComponent(`${root}/`)];
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.compilation.tap('PortableIdsPlugin', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('PortableIdsPlugin', (modules) => this.#assign(modules));
    });
  }

  #assign(modules) {
    const taken = new Set();
    const named = [...modules]
      .filter(({ identifier }) => this.#hasPathInside(identifier))
      .map((module) => ({ module, name: this.#withoutPaths(module.identifier) }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    for (const { module, name } of named) {
      let id = createHash('sha256').update(name).digest().readUInt32BE() % IDS;
      while (taken.has(id)) id += 1;
      taken.add(id);
      module.id = id;
    }
  }

  #hasPathInside(name) {
    return name.split(/[|!]/).some((part) => this.paths.some((path) => part.indexOf(path) > 0));
  }

  #withoutPaths(name) {
    return this.paths.reduce((text, path) => text.replaceAll(path, ''), name.replace(HASH_OF_PARTS, ''));
  }
}
