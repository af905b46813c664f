import { createProcessPool } from '../../../platform/workers/process-pool.ts';

/** Size in pixels, which link previews show uncropped. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** Content of a card. Texts are user content: any characters, any length. */
export interface Card {
  /** Shown in the corner: "Problem". */
  kind: string;
  title: string;
  /** Shows initials next to the title. */
  isPerson?: boolean;
  /** Replaces a title that the fonts can't render. */
  untitled: string;
  text: string;
  figures: { label: string; value: string }[];
  person?: { label: string; name: string } | undefined;
}

export interface CardRenderer {
  /** Returns a PNG of {@link CARD_SIZE}. @throws WorkerFailedError if rendering times out or crashes */
  render(card: Card): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Renders cards one at a time in a separate process. @param script the worker's bundle, next to the server's */
export function createCardRenderer(script = new URL('card-worker.js', import.meta.url)): CardRenderer {
  const { run, close } = createProcessPool<Card, Uint8Array>({ concurrency: 1, script });
  return { render: run, close };
}
