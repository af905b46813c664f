import { validate } from 'dockerfile-utils';

/** Its messages are plain texts, whatever the type of those of editors allows. */
const toldOf = (path, line, message) => `${path}:${line} ${typeof message === 'string' ? message : message.value}`;

/** @param {string} path that is told @param {string} text @returns {string[]} instructions, flags and values that no Dockerfile has */
export const dockerfileFindings = (path, text) =>
  validate(text).map(({ range, message }) => toldOf(path, range.start.line + 1, message));
