import { createCalls } from './api-calls.ts';
import type { Calls } from './api-calls.ts';
import { withDatabase } from './database.ts';
import type { Place } from './database.ts';
import type { Ledger } from './ledger.ts';
import { addPeople } from './people.ts';
import type { Person } from './people.ts';
import type { Plan } from './plan.ts';
import type { Servers } from './servers.ts';

/** A run's people, with their calls, and the id of each pair's conversation. */
export interface Cast {
  people: Person[];
  calls: Calls[];
  conversations: string[];
}

const AT_ONCE = 10;

/** Makes the database and who is in it: the servers run afterwards. */
export async function addCast(servers: Servers, place: Place, { people: count }: Plan): Promise<Person[]> {
  await servers.startAll();
  await servers.stopAll();
  const people = await withDatabase(place, (database) => addPeople(database, count));
  await servers.startAll();
  return people;
}

/** Opens every pair's conversation, as a click on Message does. */
export async function meet(url: string, people: Person[], { pairs }: Plan, ledger: Ledger): Promise<Cast> {
  const calls = people.map(({ token }) => createCalls(url, token, ledger));
  const conversations: string[] = [];
  for (let begin = 0; begin < pairs.length; begin += AT_ONCE) {
    const opened = pairs.slice(begin, begin + AT_ONCE).map(async ([one, other]) => {
      const id = await calls[one]?.openConversation(people[other]?.id ?? '');
      if (id === undefined) throw new Error('A pair of nobody');
      return id;
    });
    conversations.push(...(await Promise.all(opened)));
  }
  return { people, calls, conversations };
}
