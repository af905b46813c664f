import { jsx, jsxs } from 'react/jsx-runtime';

// For `<></>` in compiled code.
/** @public */
export { Fragment } from 'react/jsx-runtime';

/**
 * Replaces `react/jsx-dev-runtime`, which Fast Refresh imports, because the shell shares only `react/jsx-runtime`.
 *
 * @type {(type: any, props: any, key?: string, isStaticChildren?: boolean) => import('react').ReactElement}
 */
export const jsxDEV = (type, props, key, isStaticChildren) => (isStaticChildren ? jsxs : jsx)(type, props, key);
