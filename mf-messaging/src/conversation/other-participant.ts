import { DELETED_PERSON_NAME } from '@solvent/contracts';
import type { Conversation, Participant } from '@solvent/contracts';

const NOBODY: Participant = { _id: '', name: DELETED_PERSON_NAME, image: null, online: false, readSeq: 0, deleted: true };

/** The one of the two that the person talks with. */
export const otherParticipant = ({ participants }: Pick<Conversation, 'participants'>, userId: string): Participant =>
  participants.find(({ _id }) => _id !== userId) ?? NOBODY;
