export interface Icon {
  src: string;
  /** Side in pixels. */
  size: number;
  type?: string;
}

export function manifestOf(options: {
  name: string;
  shortName?: string;
  colour?: string;
  icons: Icon[];
  startUrl?: string;
}): Record<string, unknown>;

export function serviceWorkerOf(options: {
  version: string;
  files: string[];
  offlinePage?: string;
  /** Milliseconds. */
  networkPatience?: number;
}): string;

export interface Change<What> {
  id: string;
  what: What;
}

export interface Queue<What> {
  add(what: What): Change<What>;
  flush(): Promise<boolean>;
  waiting(): number;
}

export function createQueue<What>(options: {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  send: (change: Change<What>) => Promise<unknown>;
  key?: string;
  onRefused?: (change: Change<What>, error: unknown) => void;
}): Queue<What>;
