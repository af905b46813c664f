/** Returns undefined for an invalid URL. `URL.canParse` is missing in the oldest supported browsers. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
