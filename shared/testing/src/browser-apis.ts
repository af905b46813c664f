type Listener = () => void;

class IdleObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

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

/** Notifies the element's observers that it entered or (`false`) left the viewport. */
export function intersect(element: Element, isIntersecting = true): void {
  intersections.get(element)?.([{ isIntersecting, target: element }]);
}

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
    // Newer browsers return a promise, which must not become the clean-up function of an effect.
    scrollIntoView: () => Promise.resolve(),
    hasPointerCapture: () => false,
    setPointerCapture: () => undefined,
    releasePointerCapture: () => undefined,
  });
  // Requests never leave a test: those that `fakeApi` does not handle stay pending.
  XMLHttpRequest.prototype.send = () => undefined;
}

const realGetComputedStyle = window.getComputedStyle;

const NO_STYLE = document.createElement('i').style;

/** jsdom resolves every style sheet for every element, a third of the time of a form's tests. */
const getInlineStyle: typeof window.getComputedStyle = (element, pseudoElement) =>
  element instanceof HTMLElement && !pseudoElement ? element.style : NO_STYLE;

/** Makes `getComputedStyle` resolve style sheets, or return inline styles only. */
export function resolveStyleSheets(resolves: boolean): void {
  window.getComputedStyle = resolves ? realGetComputedStyle : getInlineStyle;
}
