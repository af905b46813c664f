import { ACTOR } from './actor.ts';

const ONE_MESSAGE = `New message from ${ACTOR}`;
/** What follows the number of several. */
export const MORE_MESSAGES = ` new messages from ${ACTOR}`;

/** The title of a notification of so many messages. */
export const messagesTitle = (count: number): string => (count === 1 ? ONE_MESSAGE : `${count}${MORE_MESSAGES}`);
