import type { AnyNode, Expression, Pattern } from 'acorn';

/** The declaration of a used name. */
export interface Binding {
  /** The initializer; undefined if it cannot be determined (a parameter, an import). */
  value: Expression | FunctionLike | undefined;
  /** The nodes that contain the declaration, outermost first. */
  around: readonly AnyNode[];
}

type FunctionLike = Extract<AnyNode, { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }>;

/** Finds the nearest declaration of a name; undefined for a global. @param around the nodes that contain the use, outermost first */
export function findBinding(name: string, around: readonly AnyNode[]): Binding | undefined {
  for (let depth = around.length - 1; depth >= 0; depth -= 1) {
    const node = around[depth];
    const value = node && declaredIn(node, name);
    if (value !== undefined) return { value: value === 'unknown' ? undefined : value, around: around.slice(0, depth + 1) };
  }
  return undefined;
}

function declaredIn(node: AnyNode, name: string): Expression | FunctionLike | 'unknown' | undefined {
  if (node.type === 'Program' || node.type === 'BlockStatement')
    return node.body.map((statement) => declaredBy(statement, name)).find(Boolean);
  if (node.type === 'ForStatement' && node.init) return declaredBy(node.init, name);
  if (isFunction(node)) return node.params.some((parameter) => namesIn(parameter).includes(name)) ? 'unknown' : undefined;
  return undefined;
}

function declaredBy(statement: AnyNode, name: string): Expression | FunctionLike | 'unknown' | undefined {
  if (statement.type === 'FunctionDeclaration' && statement.id?.name === name) return statement;
  if (statement.type === 'ClassDeclaration' && statement.id?.name === name) return 'unknown';
  if (statement.type !== 'VariableDeclaration') return undefined;
  const found = statement.declarations.find(({ id }) => namesIn(id).includes(name));
  if (!found) return undefined;
  return (found.id.type === 'Identifier' && found.init) || 'unknown';
}

export const isFunction = (node: AnyNode): node is FunctionLike =>
  node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression';

function namesIn(pattern: Pattern): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern.left);
  if (pattern.type === 'RestElement') return namesIn(pattern.argument);
  if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap((element) => (element ? namesIn(element) : []));
  if (pattern.type !== 'ObjectPattern') return [];
  return pattern.properties.flatMap((property) => namesIn(property.type === 'RestElement' ? property.argument : property.value));
}
