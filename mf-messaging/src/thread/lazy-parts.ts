import { lazyComponent } from '@solvent/ui';
import { preloadComposerParts } from '../composer/lazy-parts.ts';

/** One lazily loaded chunk for parts that few messages need. */
export const ActionsBar = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './actions/actions-bar.tsx'));
export const MessageFiles = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './files/message-files.tsx'));
export const OutboxFooter = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './message/outbox-footer.tsx'));
export const Reactions = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './message/reactions.tsx'));
export const EventLine = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './message/event-line.tsx'));
export const BidCard = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './message/bid-card.tsx'));
export const Announcements = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './list/announcements.tsx'));
export const JumpButtons = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './list/jump-buttons.tsx'));

/** Preloads all parts while online, so that none is missing after a connection loss. */
export function preloadThreadParts(): void {
  preloadComposerParts();
  const parts = [ActionsBar, MessageFiles, OutboxFooter, Reactions, EventLine, BidCard, Announcements, JumpButtons];
  for (const part of parts) void part.preload();
}
