import * as yup from 'yup';
import { pathPatternSchema } from './path-pattern-schema.ts';

/** What delivery and the API must know of a shell; as releases carry it. */
export const shellSchema = yup.object({
  name: yup.string().oneOf(['shell']).required(),
  version: yup.string().required(),
  /** The shell contract that it keeps: what the `contract` range of every remote is held against. */
  contract: yup.string().required(),
  /** Path patterns that the shell itself owns. */
  paths: yup.array(pathPatternSchema).required(),
});

/** `shell.json`, as a person writes it: a misspelt field is refused. The version is added at the build. */
export const shellJsonSchema = shellSchema.exact();

export type ShellJson = yup.InferType<typeof shellJsonSchema>;
