import type { MessageLog } from '@solvent/chat';
import { REACTIONS } from '@solvent/contracts';
import type { Message, ReactionEmoji } from '@solvent/contracts';
import { useQueryClient } from '@solvent/http';
import type { QueryClient } from '@solvent/http';
import { toast } from '@solvent/ui';
import { logKey, putReaction } from './messages.ts';
import { updateRanges } from './message-ranges.ts';
import { getChat } from './chat-client.ts';

function withReaction(message: Message, emoji: ReactionEmoji, userId: string, isGiven: boolean): Message {
  const getOtherUserIds = (current: ReactionEmoji) =>
    message.reactions
      .find((reaction) => reaction.emoji === current)
      ?.userIds.filter((id) => current !== emoji || id !== userId) ?? [];
  const reactions = REACTIONS.map((current) => ({
    emoji: current,
    userIds: current === emoji && isGiven ? [...getOtherUserIds(current), userId] : getOtherUserIds(current),
  }));
  return { ...message, reactions: reactions.filter(({ userIds }) => userIds.length > 0) };
}

/** Changes of a message are sent one after the other, so that the last click wins. */
const pendingByMessage = new Map<string, Promise<void>>();

function replaceShown(client: QueryClient, userId: string, previous: Message, next: Message): void {
  // Compares by revision, not identity: the query cache copies objects.
  const replaceSame = (one: Message) => (one._id === previous._id && one.revision === previous.revision ? next : one);
  client.setQueryData<MessageLog>(
    logKey(userId, previous.conversationId),
    (log) => log && { ...log, messages: log.messages.map(replaceSame) },
  );
  updateRanges(client, userId, replaceSame);
}

/** Updates a reaction at once, and undoes it if the server refuses. */
function setReaction(client: QueryClient, userId: string, message: Message, emoji: ReactionEmoji, isGiven: boolean): void {
  const { _id } = message;
  const shown = withReaction(message, emoji, userId, isGiven);
  replaceShown(client, userId, message, shown);
  const save = async () => {
    try {
      const stored = await putReaction(_id, emoji, isGiven);
      getChat()?.updateMessage(stored);
      updateRanges(client, userId, (one) => (one._id === _id && one.revision < stored.revision ? stored : one));
    } catch (error) {
      replaceShown(client, userId, shown, message);
      toast.failure(error, 'The reaction could not be saved. Please try again.');
    }
  };
  const task = (pendingByMessage.get(_id) ?? Promise.resolve()).then(save).finally(() => {
    if (pendingByMessage.get(_id) === task) pendingByMessage.delete(_id);
  });
  pendingByMessage.set(_id, task);
}

export function useSetReaction(userId: string) {
  const client = useQueryClient();
  return (message: Message, emoji: ReactionEmoji, isGiven: boolean) => setReaction(client, userId, message, emoji, isGiven);
}
