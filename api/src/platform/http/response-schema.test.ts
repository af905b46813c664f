import { responseSchema, json } from './response-schema.ts';
import type { JsonSchema } from './response-schema.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { Feature } from '../../platform/http/app.ts';
import type { Deps } from '../../deps.ts';

interface Person {
  name: string;
  age: number | null;
  nickname?: string;
}

const fields = { name: json.text, age: json.integerOrNull };
const optional = { nickname: json.text };

/** A line without a compile error fails the type check. */
const rejected = [
  // @ts-expect-error A field of the contract is missing.
  responseSchema<Person>(json.object({ name: json.text }, optional)),
  // @ts-expect-error An optional field is missing.
  responseSchema<Person>(json.object(fields)),
  // @ts-expect-error A field is added, by a spread.
  responseSchema<Person>(json.object({ ...fields, email: json.text }, optional)),
  // @ts-expect-error An optional field is added.
  responseSchema<Person>(json.object(fields, { ...optional, email: json.text })),
  // @ts-expect-error A field has another type.
  responseSchema<Person>(json.object({ ...fields, name: json.integer }, optional)),
  // @ts-expect-error A field is not nullable here: null would be serialized as 0.
  responseSchema<Person>(json.object({ ...fields, age: json.integer }, optional)),
  // @ts-expect-error A field is nullable here only.
  responseSchema<Person>(json.object({ ...fields, name: json.textOrNull }, optional)),
  // @ts-expect-error A nested field is missing.
  responseSchema<{ people: Person[] }>(json.object({ people: json.list(json.object(fields)) })),
  // @ts-expect-error The values differ from the contract.
  responseSchema<{ state: 'open' | 'closed' }>(json.object({ state: json.oneOf(['open', 'shut']) })),
  // @ts-expect-error The contract is missing.
  responseSchema(json.object(fields)),
];

const person: JsonSchema<Person> = responseSchema<Person>(json.object(fields, optional));

const probe: Feature<Deps> = (app) => {
  const schema = { response: { 200: person } };
  app.get('/probe/right', { config: { access: 'anyone' }, schema }, () => ({ name: 'Ada', age: null }));
  // @ts-expect-error The handler returns no age.
  app.get('/probe/wrong', { config: { access: 'anyone' }, schema }, () => ({ name: 'Ada' }));
};

it('accepts only the exact schema of a contract', async () => {
  expect(rejected).toHaveLength(10);
  const test = await createTestApp({ features: [probe] });
  expect((await test.request('GET', '/api/probe/right')).body).toEqual({ status: true, name: 'Ada', age: null });
  expect((await test.request('GET', '/api/probe/wrong')).status).toBe(500);
  await test.close();
});
