import type { Message } from '@solvent/contracts';
import type { Ledger } from './ledger.ts';
import type { Plan } from './plan.ts';
import type { Screen } from './screen.ts';
import type { Participants } from './setup.ts';
import { createLock, openTab } from './tab.ts';
import type { Tab } from './tab.ts';

export interface TabPool {
  write(action: { tab: number; pair: number; text: string; hasFile: boolean }): void;
  read(action: { tab: number; pair: number }): void;
  reload(tab: number): void;
  /** Whether each page shows all its conversations completely, and has nothing to send. */
  isSettled(): boolean;
  describeUnsettled(): string;
  /** Screens by tab, one more for every reload. */
  screens: Screen[][];
  /** @returns indexes of the pairs of a tab's user */
  getPairs(tab: number): number[];
  close(): void;
}

const createFile = (text: string) => {
  const content = new Blob([text], { type: 'text/plain' });
  return { name: 'note.txt', type: 'text/plain', size: content.size, content };
};

export function openTabPool(
  url: string,
  { tabs: owners, pairs, people }: Plan,
  participants: Participants,
  ledger: Ledger,
): TabPool {
  const locks = Array.from({ length: people }, () => createLock());
  const screens: Screen[][] = owners.map(() => []);
  /** Start (ms) and sender of each message that is being sent. */
  const inFlight = new Map<string, { at: number; page: string }>();
  const getPairs = (tab: number) => [...pairs.keys()].filter((pair) => pairs[pair]?.includes(owners[tab] ?? -1));

  const createListeners = (tab: number) => ({
    onSent(message: Message) {
      const written = ledger.written.get(message.clientId);
      if (written) written.acknowledgedAt ??= performance.now();
    },
    onShown(message: Message) {
      const written = ledger.written.get(message.clientId);
      if (written && owners[written.tab] !== owners[tab]) written.shownAt ??= performance.now();
    },
  });

  function open(tab: number): Tab {
    const owner = owners[tab] ?? -1;
    const [person, calls, lock] = [participants.people[owner], participants.calls[owner], locks[owner]];
    if (!person || !calls || !lock) throw new Error(`Tab ${tab} has no user`);
    const pageName = `tab ${tab}, opened ${(screens[tab]?.length ?? 0) + 1} times`;
    const opened = openTab({
      url,
      userId: person.id,
      token: person.token,
      calls,
      lock,
      conversations: getPairs(tab).map((pair) => participants.conversations[pair] ?? ''),
      async post(entry, ...rest) {
        const { clientId, attempts, files } = entry;
        const [at, other] = [performance.now(), inFlight.get(clientId)];
        if (other) {
          const description = `${clientId}, with ${files.length} files and ${attempts} tries`;
          ledger.concurrentSends.push(`${description}, by ${pageName}, ${(at - other.at).toFixed(1)} ms after ${other.page}`);
        }
        inFlight.set(clientId, { at, page: pageName });
        return calls.post(entry, ...rest).finally(() => inFlight.delete(clientId));
      },
      ...createListeners(tab),
    });
    screens[tab]?.push(opened.screen);
    return opened;
  }

  const tabs = owners.map((_, tab) => open(tab));

  function countBehind(): number {
    const counts = new Map<string, number>();
    for (const { pair } of ledger.written.values()) {
      const id = participants.conversations[pair] ?? '';
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const unsettled = tabs.map(({ screen }, tab) => {
      const ids = getPairs(tab).map((pair) => participants.conversations[pair] ?? '');
      return ids.filter((id) => (screen.read(id)?.messages.length ?? -1) < (counts.get(id) ?? 0)).length;
    });
    return unsettled.reduce((sum, count) => sum + count, 0);
  }
  const countUnsent = () => tabs.reduce((sum, tab) => sum + tab.countUnsent(), 0);

  return {
    screens,
    getPairs,
    write({ tab, pair, text, hasFile }) {
      const at = performance.now();
      const clientId = tabs[tab]?.write(participants.conversations[pair] ?? '', text, hasFile ? [createFile(text)] : []);
      if (clientId) ledger.written.set(clientId, { clientId, tab, pair, text, hasFile, at });
    },
    read({ tab, pair }) {
      const id = participants.conversations[pair] ?? '';
      const seq = tabs[tab]?.screen.read(id)?.messages.at(-1)?.seq;
      // The next read position replaces a lost one.
      if (seq !== undefined) participants.calls[owners[tab] ?? -1]?.markRead(id, seq).catch(() => undefined);
    },
    reload(tab) {
      tabs[tab]?.close();
      tabs[tab] = open(tab);
    },
    isSettled: () => countUnsent() === 0 && countBehind() === 0,
    describeUnsettled() {
      const refusals = [...new Set(tabs.flatMap((tab) => tab.listRefusals()))];
      const refused = refusals.length > 0 ? ` The server refused: ${refusals.join(' ')}` : '';
      return `${countUnsent()} messages wait to be sent, and ${countBehind()} conversations on screens lack messages.${refused}`;
    },
    close: () => tabs.forEach((tab) => tab.close()),
  };
}
