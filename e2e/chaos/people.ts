import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '@solvent/contracts';
import type { Database } from './database.ts';

export interface Person {
  id: string;
  name: string;
  token: string;
}

/** Inserts signed-in users, because hashing passwords takes minutes. @param passwordHash null for no password */
export async function addPeople(
  database: Database,
  count: number,
  role: Role = 'solver',
  passwordHash: string | null = null,
): Promise<Person[]> {
  const people = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    name: `Person ${index}`,
    token: randomBytes(32).toString('base64url'),
  }));
  const ids = people.map(({ id }) => id);
  await database.query(
    `INSERT INTO users (id, name, email, role, password_hash)
     SELECT id, name, id || '@example.com', $3, $4 FROM unnest($1::uuid[], $2::text[]) AS person (id, name)`,
    [ids, people.map(({ name }) => name), role, passwordHash],
  );
  await database.query(
    `INSERT INTO sessions (id, user_id, token_hash, user_agent, created_at, last_used_at, expires_at)
     SELECT gen_random_uuid(), id, hash, 'Chaos', now(), now(), now() + interval '1 day'
     FROM unnest($1::uuid[], $2::text[]) AS session (id, hash)`,
    [ids, people.map(({ token }) => createHash('sha256').update(token).digest('hex'))],
  );
  return people;
}
