import { isAtLeast } from '../../../scripts/setup/node-version.mjs';

/** The oldest release line of Node that gets security fixes. The version that the product ships is in `.nvmrc`. */
const OLDEST_SUPPORTED = '22';

/**
 * Explains why a version of Node should not run production.
 * @param version such as `v20.19.0`
 * @returns a sentence with what to do; undefined for a supported version
 */
export const nodeProblem = (version: string): string | undefined =>
  isAtLeast(version, OLDEST_SUPPORTED)
    ? undefined
    : `This is Node ${version.replace(/^v/, '')}, which gets no security fixes any more: run production on Node 24.`;
