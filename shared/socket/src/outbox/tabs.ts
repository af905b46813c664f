import type { Message } from '@solvent/contracts';
import type { OutboxEntry } from './types.ts';

/** What a tab tells the person's other tabs. */
export type News =
  /** There is this entry, or it has changed. `stored`: it is in the database. */
  | { kind: 'entry'; entry: OutboxEntry; stored: boolean }
  /** The server has it. */
  | { kind: 'sent'; message: Message }
  /** The person does not want it any more. */
  | { kind: 'removed'; clientId: string }
  | { kind: 'progress'; clientId: string; sent: number }
  /** The connection is back. */
  | { kind: 'wake' };

/** The line to the same person's outboxes in other tabs. */
export interface Tabs {
  tell(news: News): void;
  close(): void;
}

/** Opens the line of that name; `hear` is called with what others tell. Without BroadcastChannel a tab is alone. */
export function openTabs(name: string, hear: (news: News) => void): Tabs {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  // In Node an open channel would keep the process.
  if ('unref' in channel && typeof channel.unref === 'function') channel.unref();
  channel.onmessage = ({ data }: MessageEvent<News>) => hear(data);
  let open = true;
  return {
    tell: (news) => {
      if (open) channel.postMessage(news);
    },
    close: () => {
      open = false;
      channel.close();
    },
  };
}
