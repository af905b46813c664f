import { SourceMap } from 'node:module';

/** Where a dev server answers which source a position of a script is made of. */
const PATH = '/source-line';

/** `src/remote.tsx` for the name that the bundler gives a source in its maps. */
const fileOf = (source) => source.replace(/^webpack:\/\/[^/]*\//, '').replace(/^\.\//, '');

/**
 * The source that a position of a script is made of.
 *
 * @param {object} map the script's source map @param {number} line from 1 @param {number} column from 1
 * @returns {{ file: string, line: number, text: string } | undefined} undefined where the map does not know
 */
export function sourceLine(map, line, column) {
  const { originalSource, originalLine } = new SourceMap(map).findEntry(line - 1, column - 1);
  if (originalSource === undefined) return undefined;
  const text = map.sourcesContent?.[map.sources.indexOf(originalSource)]?.split('\n')[originalLine] ?? '';
  return { file: fileOf(originalSource), line: originalLine + 1, text: text.trim() };
}

async function answer({ file = '', line = '', column = '' }, port) {
  const found = /^[\w.-]+\.js$/.test(file) && (await fetch(`http://127.0.0.1:${port}/${file}.map`));
  return found && found.ok ? sourceLine(await found.json(), Number(line), Number(column)) : undefined;
}

/**
 * Lets a page of development show where in the sources something was thrown: its scripts are bundles.
 *
 * @param {number} port of the dev server
 * @returns {{ name: string, path: string, middleware: (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void }}
 */
export const sourceLines = (port) => ({
  name: 'source-line',
  path: PATH,
  middleware(request, response) {
    const query = Object.fromEntries(new URL(request.url, 'http://localhost').searchParams);
    answer(query, port).then(
      (found) => {
        response.statusCode = found ? 200 : 404;
        response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(found ?? {}));
      },
      () => {
        response.statusCode = 404;
        response.end();
      },
    );
  },
});
