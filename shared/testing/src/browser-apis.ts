type Listener = () => void;

class IdleObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

/** Observers that a test can set off: `intersect(element)` says that it came into view. */
const intersections = new Map<Element, (entries: Pick<IntersectionObserverEntry, 'isIntersecting' | 'target'>[]) => void>();

class ManualIntersectionObserver extends IdleObserver {
  constructor(private readonly callback: (entries: Pick<IntersectionObserverEntry, 'isIntersecting' | 'target'>[]) => void) {
    super();
  }
  override observe(element?: Element) {
    if (element) intersections.set(element, this.callback);
  }
  override unobserve(element?: Element) {
    if (element) intersections.delete(element);
  }
  override disconnect() {
    for (const [element, callback] of intersections) if (callback === this.callback) intersections.delete(element);
  }
}

/** Tells whoever observes the element, in a unit test, that it came into view, or (`false`) left it. */
export function intersect(element: Element, isIntersecting = true): void {
  intersections.get(element)?.([{ isIntersecting, target: element }]);
}

/** Elements that are observed now, in a unit test. */
export const observedElements = (): Element[] => [...intersections.keys()];

const createNoMatch = (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: (_type: string, _listener: Listener) => undefined,
  removeEventListener: (_type: string, _listener: Listener) => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
});

/** Adds what browsers have and jsdom does not. */
export function installMissingBrowserApis(): void {
  Object.assign(window, {
    matchMedia: createNoMatch,
    ResizeObserver: IdleObserver,
    IntersectionObserver: ManualIntersectionObserver,
    PointerEvent: window.PointerEvent ?? MouseEvent,
    scrollTo: () => undefined,
  });
  Object.assign(Element.prototype, {
    scrollTo: () => undefined,
    // Newer browsers give a promise: an effect that hands it on as its clean-up fails when its component goes.
    scrollIntoView: () => Promise.resolve(),
    hasPointerCapture: () => false,
    setPointerCapture: () => undefined,
    releasePointerCapture: () => undefined,
  });
  // No request leaves a test: one that `fakeApi` does not answer stays open.
  XMLHttpRequest.prototype.send = () => undefined;
}

const realGetComputedStyle = window.getComputedStyle;

const NO_STYLE = document.createElement('i').style;

/** jsdom resolves every style sheet for every element, which takes a third of the time of a form's tests. */
const getInlineStyle: typeof window.getComputedStyle = (element, pseudoElement) =>
  element instanceof HTMLElement && !pseudoElement ? element.style : NO_STYLE;

/** Makes `getComputedStyle` resolve style sheets (`true`), or return inline styles only. */
export function resolveStyleSheets(resolves: boolean): void {
  window.getComputedStyle = resolves ? realGetComputedStyle : getInlineStyle;
}
