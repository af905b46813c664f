export type Values = Record<string, string | number | Date>;

/** Messages by their keys. */
export type Messages<Key extends string = string> = Record<Key, string>;

export interface Translator<Key extends string> {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** Keys that the source lacks are errors of the type checker. */
  t(key: Key, values?: Values): string;
}

export function createTranslator<Key extends string>(options: {
  locale: string;
  messages: Partial<Messages<Key>>;
  fallback?: Messages<Key>;
  onMissing?: (key: string) => void;
}): Translator<Key>;

export function missingIn(source: Messages, translation: Partial<Messages>): string[];
