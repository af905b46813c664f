import { TestEnvironment } from 'jest-environment-node';
import { JSDOM } from 'jsdom';

/** APIs that jsdom lacks and tests add to its window. */
const ADDED_BY_TESTS = ['matchMedia', 'ResizeObserver', 'IntersectionObserver', 'PointerEvent', 'scrollTo'];

/** Globals of Node that must come from the document's window. */
const OF_THE_DOCUMENT = ['Event', 'EventTarget', 'CustomEvent', 'MessageEvent', 'FormData', 'Blob', 'File', 'navigator'];

/** Starts as a server; `openWindow(html, url)` turns it into a browser. Reset modules in between. */
export default class ServedEnvironment extends TestEnvironment {
  #close = () => undefined;

  async setup() {
    await super.setup();
    // React's development build reads it, and Node 20 lacks it.
    const { prototype } = this.global.ArrayBuffer;
    if (!('detached' in prototype)) Object.defineProperty(prototype, 'detached', { get: () => false });
    this.global.openWindow = (html, url) => {
      const { window } = new JSDOM(html, { url, pretendToBeVisual: true });
      const names = [...Object.getOwnPropertyNames(window), ...ADDED_BY_TESTS];
      const own = names.filter((name) => OF_THE_DOCUMENT.includes(name) || !(name in this.global));
      const before = own.map((name) => [name, Object.getOwnPropertyDescriptor(this.global, name)]);
      for (const name of own) Object.defineProperty(this.global, name, { configurable: true, get: () => window[name] });
      this.#close = () => {
        for (const [name, descriptor] of before) {
          delete this.global[name];
          if (descriptor) Object.defineProperty(this.global, name, descriptor);
        }
        window.close();
      };
    };
    this.global.closeWindow = () => {
      this.#close();
      this.#close = () => undefined;
    };
  }

  async teardown() {
    this.#close();
    await super.teardown();
  }
}
