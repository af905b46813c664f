import type { AnyNode, MemberExpression } from 'acorn';
import { findBinding, isFunction } from './scope.ts';

/** Maximum depth to which an expression is followed through constants that refer to others, members, calls and operands. */
const MAX_REFERENCES = 5;

/**
 * Returns the key that an expression evaluates to, as far as it can be determined statically: `solvent.save-wish`, or
 * `solvent.draft.*` if only the beginning is known.
 * @param around the nodes that contain the expression, outermost first
 * @returns undefined if not even the beginning is known
 */
export function findStorageKey(node: AnyNode, around: readonly AnyNode[], depth = MAX_REFERENCES): string | undefined {
  if (depth === 0) return undefined;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral') return toTemplateKey(node.quasis[0]?.value.cooked ?? '', node.expressions.length > 0);
  if (node.type === 'BinaryExpression' && node.operator === '+') return toOpenKey(findStorageKey(node.left, around, depth - 1));
  if (node.type === 'MemberExpression') return findMemberStorageKey(node, around, depth);
  const callee = node.type === 'CallExpression' && node.callee.type === 'Identifier' ? node.callee : undefined;
  const name = node.type === 'Identifier' ? node.name : callee?.name;
  const binding = name === undefined ? undefined : findBinding(name, around);
  if (!binding?.value) return undefined;
  if (!callee) return isFunction(binding.value) ? undefined : findStorageKey(binding.value, binding.around, depth - 1);
  const returned = isFunction(binding.value) ? findReturnedExpression(binding.value.body) : undefined;
  return returned && isFunction(binding.value)
    ? findStorageKey(returned, [...binding.around, binding.value, binding.value.body], depth - 1)
    : undefined;
}

/** Returns the value of `KEYS.theme` if the script declares `KEYS` as an object of constants. */
function findMemberStorageKey(
  { object, property, computed }: MemberExpression,
  around: readonly AnyNode[],
  depth: number,
): string | undefined {
  if (object.type !== 'Identifier' || computed || property.type !== 'Identifier') return undefined;
  const binding = findBinding(object.name, around);
  if (binding?.value?.type !== 'ObjectExpression') return undefined;
  const found = binding.value.properties.find(
    (entry) =>
      entry.type === 'Property' && !entry.computed && entry.key.type === 'Identifier' && entry.key.name === property.name,
  );
  return found?.type === 'Property' ? findStorageKey(found.value, binding.around, depth - 1) : undefined;
}

function toTemplateKey(beginning: string, hasMore: boolean): string | undefined {
  return hasMore ? toOpenKey(beginning) : beginning;
}

/** Returns a key with a known beginning; undefined if the beginning is empty. */
const toOpenKey = (beginning: string | undefined) =>
  beginning ? (beginning.endsWith('*') ? beginning : `${beginning}*`) : undefined;

function findReturnedExpression(body: AnyNode): AnyNode | undefined {
  if (body.type !== 'BlockStatement') return body;
  const last = body.body.at(-1);
  return (last?.type === 'ReturnStatement' && last.argument) || undefined;
}
