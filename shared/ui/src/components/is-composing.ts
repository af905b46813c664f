interface Key {
  isComposing: boolean;
  keyCode: number;
}

/** Whether a key belongs to an input method (IME). Safari reports the key that ends a composition after it, with key code 229. */
export const isComposing = (key: Key): boolean => key.isComposing || key.keyCode === 229;
