import { setUpTestApp } from '../../testing/test-app.ts';

const test = setUpTestApp();
beforeAll(async () => {
  const people = ['Diego Fuentes', 'Tomáš Novák', 'Ana Diego', 'DIEGO Alvarez', "Siobhán O'Connor", '李 雷'];
  for (const name of people) await test.user({ name });
  await test.user({ name: 'Diego Gone', deletedAt: new Date() });
});

const find = (search: string) => test.request('GET', `/api/auth/profiles?search=${encodeURIComponent(search)}`);
async function names(search: string): Promise<string[]> {
  const { body } = await find(search);
  // The response schema guarantees it.
  return (body['users'] as { name: string }[]).map(({ name }) => name);
}

describe('GET /api/auth/profiles (product 7.3)', () => {
  it('finds people by word prefixes, names that start with the search first, without deleted accounts', async () => {
    expect(await names('die')).toEqual(['DIEGO Alvarez', 'Diego Fuentes', 'Ana Diego']);
    expect(await names('fue diego')).toEqual(['Diego Fuentes']);
  });

  it.each([
    ['tomas', 'Tomáš Novák'],
    ['NOVÁ', 'Tomáš Novák'],
    ["siobhan o'con", "Siobhán O'Connor"],
    ['雷', '李 雷'],
  ])('finds "%s" with or without accents', async (search, name) => {
    expect(await names(search)).toEqual([name]);
  });

  it.each(["' | :* & !", '%', '\\', '   -  ', 'nobody'])('finds no one for %j', async (search) => {
    expect(await names(search)).toEqual([]);
  });

  it('returns at most five list entries without email addresses', async () => {
    for (let number = 0; number < 7; number += 1) await test.user({ name: `Quentin ${number}` });
    const { body } = await find('quentin');
    expect(body['users']).toHaveLength(5);
    expect((body['users'] as object[])[0]).toEqual({
      _id: expect.any(String),
      name: 'Quentin 0',
      image: null,
      role: expect.any(String),
      headline: '',
    });
  });
});
