import { validate } from 'dockerfile-utils';

/** Its messages are plain texts, whatever the type of those of editors allows. */
const formatFinding = (path, line, message) => `${path}:${line} ${typeof message === 'string' ? message : message.value}`;

/** @param {string} path for messages @param {string} text @returns {string[]} unknown instructions, flags and values */
export const dockerfileFindings = (path, text) =>
  validate(text).map(({ range, message }) => formatFinding(path, range.start.line + 1, message));
