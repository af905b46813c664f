import * as yup from 'yup';

/** A path pattern as `remote.json` and `shell.json` hold it. */
export const pathPatternSchema = yup
  .string()
  .matches(/^\/[A-Za-z0-9/:_-]*$/, 'A path starts with / and holds letters, digits, -, _ and :params')
  .required();
