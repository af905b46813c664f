/** The five hooks of React that these are made of. */
export interface React {
  useCallback<Call>(call: Call, deps: readonly unknown[]): Call;
  useEffect(effect: () => void | (() => void), deps?: readonly unknown[]): void;
  useRef<Value>(value: Value): { current: Value };
  useState<Value>(first: Value | (() => Value)): [Value, (next: Value | ((before: Value) => Value)) => void];
  useSyncExternalStore<Value>(
    subscribe: (listener: () => void) => () => void,
    snapshot: () => Value,
    onServer?: () => Value,
  ): Value;
}

type Set<Value> = (next: Value | ((before: Value) => Value)) => void;

export interface Hooks {
  useToggle(first?: boolean): [on: boolean, toggle: () => void, set: Set<boolean>];
  usePrevious<Value>(value: Value): Value | undefined;
  useStored<Value>(key: string, first: Value, storage?: Pick<Storage, 'getItem' | 'setItem'>): [Value, Set<Value>];
  useDebounce<Value>(value: Value, delay: number): Value;
  useInterval(callback: () => void, delay: number | null): void;
  useTimeout(callback: () => void, delay: number | null): void;
  useMediaQuery(query: string, browser?: Window): boolean;
  useOnline(browser?: Window): boolean;
  useEventListener(target: EventTarget | null | undefined, name: string, handler: (event: Event) => void): void;
  useClipboard(clipboard?: Pick<Clipboard, 'writeText'>): [copied: boolean, copy: (text: string) => Promise<boolean>];
}

export function createHooks(react: React): Hooks;
