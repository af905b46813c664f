import { EmulatedFrame } from './emulated-frame.ts';
import type { FrameOptions } from './emulated-frame.ts';

let current: EmulatedFrame | undefined;

/** Keeps one frame: the SDK opens another only after the last one failed to load. */
function open<Opened>(options: FrameOptions, onOpened: (frame: EmulatedFrame) => Promise<Opened>): Promise<Opened> {
  current?.remove();
  current = new EmulatedFrame(options);
  return onOpened(current);
}

/**
 * Replaces the script of apis.google.com with the local emulator, so that popups work offline. Call it before Firebase
 * runs: Firebase does not load the script when `gapi.iframes.Iframe` exists.
 */
export function installGapiEmulator(): void {
  const iframes = { Iframe: EmulatedFrame, CROSS_ORIGIN_IFRAMES_FILTER: () => true, getContext: () => ({ open }) };
  Object.assign(window, { gapi: { iframes } });
}
