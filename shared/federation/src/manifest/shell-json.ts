import * as yup from 'yup';
import { pathPatternSchema } from './path-pattern-schema.ts';

/** Description of a shell for delivery and the API, in releases. */
export const shellSchema = yup.object({
  name: yup.string().oneOf(['shell']).required(),
  version: yup.string().required(),
  /** Its shell contract, which the `contract` range of every remote must include. */
  contract: yup.string().required(),
  /** Path patterns that the shell itself owns. */
  paths: yup.array(pathPatternSchema).required(),
});

/** `shell.json` in the sources. Refuses unknown fields. The build adds the version. */
export const shellJsonSchema = shellSchema.exact();

export type ShellJson = yup.InferType<typeof shellJsonSchema>;
