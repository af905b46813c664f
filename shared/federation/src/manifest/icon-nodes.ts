import * as yup from 'yup';

/** Icons in the shell's code; a remote's description contains the nodes of all others. */
export const SHELL_ICONS = ['bell', 'bookmark', 'circle-user', 'house', 'list-checks', 'plus', 'square-plus', 'user'] as const;

export type IconNode = [element: string, attributes: Record<string, string>];

/** No element may run code or load a resource: the shell renders published nodes. */
const ELEMENTS = new Set(['path', 'circle', 'ellipse', 'line', 'polygon', 'polyline', 'rect']);
const ATTRIBUTES = new Set('cx cy d fill height points r rx ry width x x1 x2 y y1 y2'.split(' '));

/** Matches numbers, path commands and color names, but no URL and no script. */
const ATTRIBUTE_VALUE = /^[\w\s.,+-]{0,2000}$/;

const isNode = (node: unknown): node is IconNode => {
  if (!Array.isArray(node) || node.length !== 2) return false;
  const [element, attributes] = node as [unknown, unknown];
  return (
    typeof element === 'string' &&
    ELEMENTS.has(element) &&
    typeof attributes === 'object' &&
    attributes !== null &&
    Object.entries(attributes).every(
      ([name, value]) => ATTRIBUTES.has(name) && typeof value === 'string' && ATTRIBUTE_VALUE.test(value),
    )
  );
};

const isIcons = (value: unknown): value is Record<string, IconNode[]> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((nodes) => Array.isArray(nodes) && nodes.every(isNode));

/** Nodes of icons by their names in Lucide. The build adds them (contract 3.2). */
export const iconsSchema = yup.mixed(isIcons).optional();

/** {@link remoteJsonProblems} checks whether Lucide has the icon, which needs the installed packages. */
export const iconNameSchema = yup
  .string()
  .matches(/^[a-z0-9]+(-[a-z0-9]+)*$/, ({ path }) => `${path} must be the name of an icon of Lucide, such as "chart-line"`);
