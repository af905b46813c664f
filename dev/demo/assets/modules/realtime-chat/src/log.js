/**
 * The server's side of conversations. Each message has the id that its sender made, and the next number of its
 * conversation: sent twice, it is stored once; read in order of numbers, nothing is missed.
 */
export function createLog({ onMessage = () => {} } = {}) {
  const conversations = new Map();
  const find = (id) => {
    const known = conversations.get(id) ?? { messages: [], byId: new Map(), read: new Map() };
    conversations.set(id, known);
    return known;
  };
  return {
    /** Stores a message, or gives the one that is there under this id already. */
    send(conversation, { id, author, text }) {
      const { messages, byId } = find(conversation);
      const known = byId.get(id);
      if (known !== undefined) return known;
      const message = { id, author, text, seq: messages.length + 1, sentAt: Date.now() };
      messages.push(message);
      byId.set(id, message);
      onMessage(conversation, message);
      return message;
    },

    /** Everything after a number: what somebody missed. */
    after: (conversation, seq, limit = 100) => find(conversation).messages.slice(seq, seq + limit),

    /** Marks all up to a number as read. A mark never goes back. */
    markRead(conversation, person, seq) {
      const { read, messages } = find(conversation);
      read.set(person, Math.min(messages.length, Math.max(read.get(person) ?? 0, seq)));
    },

    /** How many messages of others somebody has not read. */
    unread(conversation, person) {
      const { read, messages } = find(conversation);
      return messages.slice(read.get(person) ?? 0).filter(({ author }) => author !== person).length;
    },
  };
}
