import { createChatApi } from './chat-api.ts';
import type { ChatApi } from './chat-api.ts';
import { withDatabase } from './database.ts';
import type { DatabaseLocation } from './database.ts';
import type { Ledger } from './ledger.ts';
import { addPeople } from './people.ts';
import type { Person } from './people.ts';
import type { Plan } from './plan.ts';
import type { Servers } from './servers.ts';

export interface Participants {
  people: Person[];
  calls: ChatApi[];
  conversations: string[];
}

const CONCURRENCY = 10;

/** Starts the servers once so that they create the database; it may be open in one process only. */
export async function createPeople(servers: Servers, location: DatabaseLocation, { people: count }: Plan): Promise<Person[]> {
  await servers.startAll();
  await servers.stopAll();
  const people = await withDatabase(location, (database) => addPeople(database, count));
  await servers.startAll();
  return people;
}

export async function openConversations(url: string, people: Person[], { pairs }: Plan, ledger: Ledger): Promise<Participants> {
  const calls = people.map(({ token }) => createChatApi(url, token, ledger));
  const conversations: string[] = [];
  for (let begin = 0; begin < pairs.length; begin += CONCURRENCY) {
    const opened = pairs.slice(begin, begin + CONCURRENCY).map(async ([one, other]) => {
      const id = await calls[one]?.openConversation(people[other]?.id ?? '');
      if (id === undefined) throw new Error('A pair has no users');
      return id;
    });
    conversations.push(...(await Promise.all(opened)));
  }
  return { people, calls, conversations };
}
