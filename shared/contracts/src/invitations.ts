/** `bid`: the solver has placed a bid, whatever its status (product 3.28). */
export const INVITATION_STATES = ['waiting', 'bid'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];
