/** Message reactions (product 3.29), in display order. */
export const REACTIONS = ['👍', '❤️', '😄', '🎉', '👀', '✅'] as const;
export type ReactionEmoji = (typeof REACTIONS)[number];
