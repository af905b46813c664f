import type { AnyNode, MemberExpression } from 'acorn';
import { bindingOf, isFunction } from './scope.ts';

/** A name that stands for a name that stands for …: so far it is followed. */
const DEPTH = 5;

/**
 * The key that an expression gives, as far as it can be told without running it: `solvent.save-wish`, or `solvent.draft.*` where only its
 * beginning is known. Undefined where nothing is.
 *
 * @param around the nodes around it, outermost first
 */
export function keyOf(node: AnyNode, around: readonly AnyNode[], depth = DEPTH): string | undefined {
  if (depth === 0) return undefined;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral') return templateKey(node.quasis[0]?.value.cooked ?? '', node.expressions.length > 0);
  if (node.type === 'BinaryExpression' && node.operator === '+') return openKey(keyOf(node.left, around, depth - 1));
  if (node.type === 'MemberExpression') return keyOfMember(node, around, depth);
  const callee = node.type === 'CallExpression' && node.callee.type === 'Identifier' ? node.callee : undefined;
  const name = node.type === 'Identifier' ? node.name : callee?.name;
  const binding = name === undefined ? undefined : bindingOf(name, around);
  if (!binding?.value) return undefined;
  if (!callee) return isFunction(binding.value) ? undefined : keyOf(binding.value, binding.around, depth - 1);
  const returned = isFunction(binding.value) ? returnedBy(binding.value.body) : undefined;
  return returned && isFunction(binding.value)
    ? keyOf(returned, [...binding.around, binding.value, binding.value.body], depth - 1)
    : undefined;
}

/** Of `KEYS.theme`, where `KEYS` is an object of constants beside it. */
function keyOfMember(
  { object, property, computed }: MemberExpression,
  around: readonly AnyNode[],
  depth: number,
): string | undefined {
  if (object.type !== 'Identifier' || computed || property.type !== 'Identifier') return undefined;
  const binding = bindingOf(object.name, around);
  if (binding?.value?.type !== 'ObjectExpression') return undefined;
  const found = binding.value.properties.find(
    (entry) =>
      entry.type === 'Property' && !entry.computed && entry.key.type === 'Identifier' && entry.key.name === property.name,
  );
  return found?.type === 'Property' ? keyOf(found.value, binding.around, depth - 1) : undefined;
}

function templateKey(beginning: string, hasMore: boolean): string | undefined {
  return hasMore ? openKey(beginning) : beginning;
}

/** Of a key that begins with anything at all nothing is known. */
const openKey = (beginning: string | undefined) =>
  beginning ? (beginning.endsWith('*') ? beginning : `${beginning}*`) : undefined;

function returnedBy(body: AnyNode): AnyNode | undefined {
  if (body.type !== 'BlockStatement') return body;
  const last = body.body.at(-1);
  return (last?.type === 'ReturnStatement' && last.argument) || undefined;
}
