/** Message reactions (product 3.29), in display order. */
export const REACTIONS = ['👍', '❤️', '😄', '🎉', '👀', '✅'] as const;
export type ReactionEmoji = (typeof REACTIONS)[number];

export const MESSAGE_REPORT_REASONS = ['spam', 'abuse', 'off-platform', 'other'] as const;
export type MessageReportReason = (typeof MESSAGE_REPORT_REASONS)[number];

/** Events between the two people of a conversation about a problem (product 2.60). */
export const CONVERSATION_EVENTS = [
  'accepted',
  'delivered',
  'changes_requested',
  'terms_changed',
  'solved',
  'paid',
  'received',
  'ended',
  'dispute_opened',
  'dispute_decided',
] as const;
export type ConversationEventKind = (typeof CONVERSATION_EVENTS)[number];
