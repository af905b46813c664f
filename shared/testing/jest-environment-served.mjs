import { TestEnvironment } from 'jest-environment-node';
import { JSDOM } from 'jsdom';

/** What jsdom leaves out, and tests put into its window. */
const ADDED_BY_TESTS = ['matchMedia', 'ResizeObserver', 'IntersectionObserver', 'PointerEvent', 'scrollTo'];

/** What Node has too, and must be of the same kind as the document's. */
const OF_THE_DOCUMENT = ['Event', 'EventTarget', 'CustomEvent', 'MessageEvent', 'FormData', 'Blob', 'File', 'navigator'];

/**
 * A server, until a test calls `openWindow(html, url)`: from then on a browser that shows that page, until `closeWindow()`. In between a
 * test loads its modules anew, since they ask at their start where they are.
 */
export default class ServedEnvironment extends TestEnvironment {
  #close = () => undefined;

  async setup() {
    await super.setup();
    // React's development build asks for it, and Node 20 has it not.
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
