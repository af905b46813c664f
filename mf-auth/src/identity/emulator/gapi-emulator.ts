import { EmulatedFrame } from './emulated-frame.ts';
import type { FrameOptions } from './emulated-frame.ts';

let current: EmulatedFrame | undefined;

/** One frame at a time: the SDK opens another only when the last one did not come. */
function open<Opened>(options: FrameOptions, onOpened: (frame: EmulatedFrame) => Promise<Opened>): Promise<Opened> {
  current?.remove();
  current = new EmulatedFrame(options);
  return onOpened(current);
}

/**
 * Stands in for the script from apis.google.com that popups need, so that they work offline. For the local emulator
 * alone, and before Firebase runs: Firebase fetches no script where `gapi.iframes.Iframe` is there already.
 */
export function installGapiEmulator(): void {
  const iframes = { Iframe: EmulatedFrame, CROSS_ORIGIN_IFRAMES_FILTER: () => true, getContext: () => ({ open }) };
  Object.assign(window, { gapi: { iframes } });
}
