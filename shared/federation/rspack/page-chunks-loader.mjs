import { parse } from 'acorn';
import { ancestor } from 'acorn-walk';

const getPropertyName = ({ key }) => String(key.name ?? key.value);

/**
 * Names the chunk of each `import()` in `src/remote.tsx` by its key; only pages have no prefix (`searches-problems`).
 *
 * @param {string} code JavaScript @returns {string}
 */
export default function pageChunksLoader(code) {
  const named = [];
  ancestor(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), {
    ImportExpression({ source }, _state, around) {
      const [kind, key] = around.filter(({ type }) => type === 'Property').map(getPropertyName);
      if (key !== undefined) named.push({ at: source.start, name: kind === 'pages' ? key : `${kind}-${key}` });
    },
  });
  return named
    .toSorted((one, other) => other.at - one.at)
    .reduce(
      (text, { at, name }) => `${text.slice(0, at)}/* webpackChunkName: ${JSON.stringify(name)} */ ${text.slice(at)}`,
      code,
    );
}
