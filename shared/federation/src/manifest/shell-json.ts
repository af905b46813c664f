import * as yup from 'yup';
import { pathPatternSchema } from './path-pattern-schema.ts';

export const shellSchema = yup.object({
  name: yup.string().oneOf(['shell']).required(),
  version: yup.string().required(),
  /** The `contract` range of every remote must include it. */
  contract: yup.string().required(),
  paths: yup.array(pathPatternSchema).required(),
});

/** `shell.json` in the sources. Refuses unknown fields. The build adds the version. */
export const shellJsonSchema = shellSchema.exact();

export type ShellJson = yup.InferType<typeof shellJsonSchema>;
