/** Message reactions (product 3.29), in display order. */
export const REACTIONS = ['👍', '❤️', '😄', '🎉', '👀', '✅'] as const;
export type ReactionEmoji = (typeof REACTIONS)[number];

export const MESSAGE_REPORT_REASONS = ['spam', 'abuse', 'off-platform', 'other'] as const;
export type MessageReportReason = (typeof MESSAGE_REPORT_REASONS)[number];
