import { parse } from 'acorn';
import { ancestor } from 'acorn-walk';

/**
 * Finds the names that `import()`s use, as in `(await import(…)).Markdown` or `import(…).then((module) => module.Markdown)`.
 *
 * @param {string} code JavaScript @param {string} request imported module, such as `@solvent/ui/markdown`
 * @returns {(string[] | undefined)[]} names per `import()`; undefined if unknown
 */
export function dynamicImports(code, request) {
  const found = [];
  ancestor(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), {
    ImportExpression(node, _state, around) {
      if (node.source.value === request) found.push(findNames(around.toReversed()));
    },
  });
  return found;
}

/** @param {import('acorn').AnyNode[]} nodes an `import()` and its ancestors, innermost first */
function findNames([call, parent, grandparent, ...others]) {
  if (isDropped(parent)) return [];
  if (parent.type === 'AwaitExpression') return findNamesInAwaited([parent, grandparent, ...others]);
  const isThen = getMemberName(call, parent) === 'then' && grandparent.type === 'CallExpression' && grandparent.callee === parent;
  return isThen ? findNamesInFunction(grandparent.arguments[0]) : undefined;
}

function findNamesInAwaited([value, parent, ...others]) {
  if (isDropped(parent)) return [];
  if (parent.type !== 'VariableDeclarator') return only(getMemberName(value, parent));
  if (parent.id.type !== 'Identifier') return findNamesInPattern(parent.id);
  // A name outside a function may be exported.
  const around = others.find(isFunction);
  return around && findMembers(parent.id.name, around);
}

function findNamesInFunction(callback) {
  if (!isFunction(callback)) return undefined;
  const [parameter] = callback.params;
  if (parameter === undefined) return [];
  return parameter.type === 'Identifier' ? findMembers(parameter.name, callback) : findNamesInPattern(parameter);
}

function findNamesInPattern(pattern) {
  if (pattern.type !== 'ObjectPattern') return undefined;
  const keys = pattern.properties.map(({ type, key, computed }) =>
    type === 'Property' && !computed ? getKeyName(key) : undefined,
  );
  return keys.includes(undefined) ? undefined : keys;
}

/** Returns undefined if the variable is used other than by its members. */
function findMembers(name, around) {
  const used = [];
  ancestor(around, {
    Identifier(node, _state, nodes) {
      if (node.name === name) used.push(getMemberName(node, nodes.at(-2)));
    },
  });
  return used.includes(undefined) ? undefined : used;
}

const only = (name) => (name === undefined ? undefined : [name]);
const getKeyName = (key) => (key.type === 'Identifier' ? key.name : String(key.value));
const getMemberName = (object, parent) =>
  parent.type === 'MemberExpression' && parent.object === object && !parent.computed ? parent.property.name : undefined;
const isDropped = ({ type, operator }) => type === 'ExpressionStatement' || (type === 'UnaryExpression' && operator === 'void');
const isFunction = (node) => /^(ArrowFunction|Function)(Expression|Declaration)$/.test(node?.type ?? '');
