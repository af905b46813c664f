import * as yup from 'yup';

export const pathPatternSchema = yup
  .string()
  .matches(/^\/[A-Za-z0-9/:_-]*$/, 'A path starts with / and holds letters, digits, -, _ and :params')
  .required();
