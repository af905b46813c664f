import { isRecord } from './bounded-input.ts';

type Node = Record<string, unknown>;

const withTypes = (types: unknown[], schema: Node): Node =>
  types.length === 0 ? schema : { type: types.length === 1 ? types[0] : types, ...schema };

/**
 * Replaces the named schemas (`json.named`) of an OpenAPI 3.1 document by references.
 * @returns the rest of the document, and the schemas by name
 * @throws if two schemas have one name
 */
export function extractComponents(document: Node): { rest: Node; schemas: Node } {
  const schemas: Node = {};
  const refer = (name: string, schema: Node): Node => {
    if (JSON.stringify(schemas[name] ?? schema) !== JSON.stringify(schema)) throw new Error(`Two schemas are named ${name}`);
    schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  };
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert);
    return isRecord(value) ? convertNode(value) : value;
  };
  const convertNode = (value: Node): Node => {
    const entries = Object.entries(value).map(([key, inner]) => [key, key === 'example' ? inner : convert(inner)]);
    const { type, ...node }: Node = Object.fromEntries(entries);
    // Elsewhere, `type` is the name of a field.
    if (typeof type !== 'string' && !Array.isArray(type)) return type === undefined ? node : { type, ...node };
    const { title, ...schema } = node;
    // yup's `mixed` is any value.
    const types = [type].flat().filter((name) => name !== 'mixed');
    if (typeof title !== 'string') return withTypes(types, node);
    const reference = refer(
      title,
      withTypes(
        types.filter((name) => name !== 'null'),
        schema,
      ),
    );
    return types.includes('null') ? { anyOf: [reference, { type: 'null' }] } : reference;
  };
  return { rest: convertNode(document), schemas };
}
