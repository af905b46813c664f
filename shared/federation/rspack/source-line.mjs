import { SourceMap } from 'node:module';

const PATH = '/source-line';

const getSourcePath = (source) => source.replace(/^webpack:\/\/[^/]*\//, '').replace(/^\.\//, '');

/**
 * Returns the source of a position in a script.
 *
 * @param {object} map source map @param {number} line from 1 @param {number} column from 1
 * @returns {{ file: string, line: number, text: string } | undefined} undefined if the map has no source for it
 */
export function sourceLine(map, line, column) {
  const { originalSource, originalLine } = new SourceMap(map).findEntry(line - 1, column - 1);
  if (originalSource === undefined) return undefined;
  const text = map.sourcesContent?.[map.sources.indexOf(originalSource)]?.split('\n')[originalLine] ?? '';
  return { file: getSourcePath(originalSource), line: originalLine + 1, text: text.trim() };
}

async function findSourceLine({ file = '', line = '', column = '' }, port) {
  const found = /^[\w.-]+\.js$/.test(file) && (await fetch(`http://127.0.0.1:${port}/${file}.map`));
  return found && found.ok ? sourceLine(await found.json(), Number(line), Number(column)) : undefined;
}

/**
 * Serves the source lines of errors, because scripts in development are bundles.
 *
 * @param {number} port of the dev server
 * @returns {{ name: string, path: string, middleware: (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void }}
 */
export const sourceLines = (port) => ({
  name: 'source-line',
  path: PATH,
  middleware(request, response) {
    const query = Object.fromEntries(new URL(request.url, 'http://localhost').searchParams);
    findSourceLine(query, port).then(
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
