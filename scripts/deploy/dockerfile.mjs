import { validate } from 'dockerfile-utils';

/** The messages are strings, although their type also allows objects. */
const formatFinding = (path, line, message) => `${path}:${line} ${typeof message === 'string' ? message : message.value}`;

/** @param {string} path for messages @param {string} text @returns {string[]} unknown instructions, flags and values */
export const findDockerfileErrors = (path, text) =>
  validate(text).map(({ range, message }) => formatFinding(path, range.start.line + 1, message));
