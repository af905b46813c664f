/** Messages of the emulator's frame; see dev/identity/src/popup/frame-page.ts. */
type FrameMessage =
  | { type: 'solvent-frame-ready' }
  | { type: 'solvent-frame-event'; name: string; data: unknown }
  | { type: 'solvent-frame-answer'; id: number; data: unknown };

type Handler = (data: unknown) => unknown;

/** The options of `gapi.iframes.getContext().open()` that the SDK passes. */
export interface FrameOptions {
  url: string;
  where: HTMLElement;
  attributes: { style: Record<string, string> } & Record<string, unknown>;
}

function createElement({ url, where, attributes: { style, ...attributes } }: FrameOptions): HTMLIFrameElement {
  const element = document.createElement('iframe');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  Object.assign(element.style, style);
  element.title = 'Sign-in relay';
  element.src = url;
  where.append(element);
  return element;
}

/** A hidden frame of the emulator with the methods of `gapi.iframes.Iframe` that the SDK calls. */
export class EmulatedFrame {
  readonly #element: HTMLIFrameElement;
  readonly #origin: string;
  readonly #handlers = new Map<string, Handler>();
  readonly #responseHandlers = new Map<number, (responseHandlers: unknown[]) => void>();
  readonly #ready: Promise<void>;
  #requestCount = 0;

  constructor(options: FrameOptions) {
    this.#origin = new URL(options.url).origin;
    this.#ready = new Promise((resolve) => {
      window.addEventListener('message', ({ data, source, origin }: MessageEvent<FrameMessage | undefined>) => {
        if (source !== this.#element.contentWindow || origin !== this.#origin || !data) return;
        if (data.type === 'solvent-frame-ready') resolve();
        else this.#handleMessage(data);
      });
    });
    this.#element = createElement(options);
  }

  #handleMessage(message: Exclude<FrameMessage, { type: 'solvent-frame-ready' }>): void {
    if (message.type === 'solvent-frame-event') {
      this.#handlers.get(message.name)?.(message.data);
      return;
    }
    const onResponse = this.#responseHandlers.get(message.id);
    this.#responseHandlers.delete(message.id);
    try {
      onResponse?.([message.data]);
    } catch {
      // Like gapi, ignores errors: the SDK's web storage callback throws on every response.
    }
  }

  async restyle(): Promise<void> {}

  ping(): Promise<void> {
    return this.#ready;
  }

  register(name: string, handler: Handler): void {
    this.#handlers.set(name, handler);
  }

  send(name: string, data: unknown, onResponse: (responseHandlers: unknown[]) => void): void {
    const id = ++this.#requestCount;
    this.#responseHandlers.set(id, onResponse);
    this.#element.contentWindow?.postMessage({ type: 'solvent-frame-question', id, name, data }, this.#origin);
  }

  remove(): void {
    this.#element.remove();
  }
}
