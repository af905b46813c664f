import type { MessageLog } from '@solvent/chat';
import { REACTIONS } from '@solvent/contracts';
import type { Message, ReactionEmoji } from '@solvent/contracts';
import { useQueryClient } from '@solvent/http';
import type { QueryClient } from '@solvent/http';
import { toast } from '@solvent/ui';
import { logKey, putReaction } from './messages.ts';
import { changeStretches } from './message-ranges.ts';
import { getChat } from './chat-client.ts';

/** A message as it is once somebody has given a reaction, or taken it back. */
function withReaction(message: Message, emoji: ReactionEmoji, userId: string, isGiven: boolean): Message {
  const others = (sign: ReactionEmoji) =>
    message.reactions.find((reaction) => reaction.emoji === sign)?.userIds.filter((id) => sign !== emoji || id !== userId) ?? [];
  const reactions = REACTIONS.map((sign) => ({
    emoji: sign,
    userIds: sign === emoji && isGiven ? [...others(sign), userId] : others(sign),
  }));
  return { ...message, reactions: reactions.filter(({ userIds }) => userIds.length > 0) };
}

/** What is under way for each message: presses are said one after the other, so that the last one counts. */
const underWay = new Map<string, Promise<void>>();

/** Shows a state of a message wherever the former one stands. */
function show(client: QueryClient, userId: string, former: Message, next: Message): void {
  // By what it is: the cache shares what is the same, and copies the rest.
  const replaced = (one: Message) => (one._id === former._id && one.revision === former.revision ? next : one);
  client.setQueryData<MessageLog>(
    logKey(userId, former.conversationId),
    (log) => log && { ...log, messages: log.messages.map(replaced) },
  );
  changeStretches(client, userId, replaced);
}

/** Gives a reaction or takes it back: on the screen at once, and back where the server does not take it. */
function reactTo(client: QueryClient, userId: string, message: Message, emoji: ReactionEmoji, isGiven: boolean): void {
  const { _id } = message;
  const shown = withReaction(message, emoji, userId, isGiven);
  show(client, userId, message, shown);
  const say = async () => {
    try {
      const stored = await putReaction(_id, emoji, isGiven);
      getChat()?.change(stored);
      changeStretches(client, userId, (one) => (one._id === _id && one.revision < stored.revision ? stored : one));
    } catch (error) {
      show(client, userId, shown, message);
      toast.failure(error, 'The reaction could not be saved. Please try again.');
    }
  };
  const turn = (underWay.get(_id) ?? Promise.resolve()).then(say).finally(() => {
    if (underWay.get(_id) === turn) underWay.delete(_id);
  });
  underWay.set(_id, turn);
}

/** Gives a person's reactions, and takes them back. */
export function useReact(userId: string) {
  const client = useQueryClient();
  return (message: Message, emoji: ReactionEmoji, isGiven: boolean) => reactTo(client, userId, message, emoji, isGiven);
}
