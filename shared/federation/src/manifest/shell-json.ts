import * as yup from 'yup';
import { pathPatternSchema } from './path-pattern-schema.ts';

/** `shell.json`: what delivery and the API must know of a shell. The version is added at the build. */
export const shellJsonSchema = yup
  .object({
    name: yup.string().oneOf(['shell']).required(),
    version: yup.string().required(),
    /** The shell contract that it keeps: what the `contract` range of every remote is held against. */
    contract: yup.string().required(),
    /** Path patterns that the shell itself owns. */
    paths: yup.array(pathPatternSchema).required(),
  })
  .noUnknown();

export type ShellJson = yup.InferType<typeof shellJsonSchema>;
