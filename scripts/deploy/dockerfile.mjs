import { validate } from 'dockerfile-utils';

/** @param {string} path that is told @param {string} text @returns {string[]} instructions, flags and values that no Dockerfile has */
export const dockerfileFindings = (path, text) =>
  validate(text).map(({ instructionLine, message }) => `${path}:${instructionLine + 1} ${message}`);
