/**
 * What a page shows of a conversation: in order, without doubles, without gaps. Messages may come in any order and more than
 * once; where one is missing, `fetchAfter(seq)` is asked for it.
 */
export function createTimeline({ fetchAfter, onChange = () => {} }) {
  const shown = [];
  let busy;
  const last = () => shown.at(-1)?.seq ?? 0;
  const append = (messages) => {
    const before = shown.length;
    for (const message of messages) if (message.seq === last() + 1) shown.push(message);
    if (shown.length > before) onChange([...shown]);
  };

  async function fetchAll() {
    for (;;) {
      const messages = await fetchAfter(last());
      if (messages.length === 0) return;
      append(messages);
    }
  }

  /** Fetches all that is missing: after a connection came back. */
  const catchUp = () => {
    busy ??= fetchAll().finally(() => {
      busy = undefined;
    });
    return busy;
  };

  return {
    messages: () => [...shown],
    catchUp,
    /** Takes a message that the server told of. */
    async take(message) {
      if (message.seq > last() + 1) await catchUp();
      append([message]);
    },
  };
}
