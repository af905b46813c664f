import { createServer } from 'node:http';
import { once } from 'node:events';
import { sourceLine, sourceLines } from './source-line.mjs';

/** Maps the third line of a script to the second line of a page. */
const MAP = {
  version: 3,
  sources: ['webpack://solvent_reports/./src/overview-page.tsx'],
  sourcesContent: ['export function Component() {\n  return <h1>{reports.length}</h1>;\n}\n'],
  names: [],
  mappings: ';;AACA',
};

it('maps a position of a script to its source', () => {
  expect(sourceLine(MAP, 3, 17)).toEqual({
    file: 'src/overview-page.tsx',
    line: 2,
    text: 'return <h1>{reports.length}</h1>;',
  });
  expect(sourceLine(MAP, 1, 1)).toBeUndefined();
});

describe('a dev server', () => {
  let server;
  let port = 0;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const { path, middleware } = sourceLines(port);
      if (request.url.startsWith(path)) return middleware(request, response);
      response.statusCode = request.url === '/overview.js.map' ? 200 : 404;
      response.end(JSON.stringify(MAP));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address());
  });
  afterAll(() => server.close());

  const requestLine = (query) => fetch(`http://127.0.0.1:${port}/source-line?${query}`);

  it('returns the line of the sources to pages of any origin', async () => {
    const response = await requestLine('file=overview.js&line=3&column=17');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toMatchObject({ file: 'src/overview-page.tsx', line: 2 });
  });

  it.each(['file=other.js&line=3&column=1', 'file=../secret.js&line=1&column=1', 'file=overview.js&line=1&column=1', ''])(
    'returns nothing for %s',
    async (query) => {
      expect((await requestLine(query)).status).toBe(404);
    },
  );
});
