import type { QueryKeysByEvent } from '@solvent/kit';
import { getSession } from '@solvent/store';

export const discussedProblemKey = (id: string | undefined) => ['problems', 'discussed', id] as const;

export const conversationFilesKey = (userId: string, conversationId: string) =>
  ['chat', userId, 'files', conversationId] as const;

const conversationEventsPrefix = (problemId: string) => ['chat', 'events', problemId] as const;

export const conversationEventsKey = (userId: string, problemId: string, conversationId: string) =>
  [...conversationEventsPrefix(problemId), userId, conversationId] as const;

/** Socket events that change the problem of a conversation, or what its two people agreed. */
export const PROBLEM_EVENTS: QueryKeysByEvent = {
  problem: ({ _id }) => [discussedProblemKey(_id), conversationEventsPrefix(_id)],
  bid: ({ problemId }) => [discussedProblemKey(problemId), conversationEventsPrefix(problemId)],
};

/** Socket events that change the files of a conversation. */
export const FILE_EVENTS: QueryKeysByEvent = {
  message: ({ conversationId, files }) =>
    files.length > 0 ? [conversationFilesKey(getSession().userData?._id ?? '', conversationId)] : [],
  message_changed: ({ conversationId, deletedAt }) =>
    deletedAt ? [conversationFilesKey(getSession().userData?._id ?? '', conversationId)] : [],
};
