import * as yup from 'yup';
import { PART_ERROR_KINDS, PART_SOURCES, RUNTIME_REPORT, VITALS } from '../runtime-reports.ts';
import type { PartErrorKind, PartSource, VitalName } from '../runtime-reports.ts';

const name = yup
  .string()
  .matches(/^[a-z][a-z0-9-]{0,39}$/, 'A part has a name in lower case')
  .required();
const version = yup
  .string()
  .matches(/^[A-Za-z0-9.+-]{1,60}$/, 'A version has letters, digits, dots and dashes')
  .required();
const source = yup.mixed<PartSource>().oneOf(PART_SOURCES).required();
const part = { name, version, source };

/** `POST /runtime-reports`. */
export const runtimeReportRules = yup.object({
  token: yup.string().max(RUNTIME_REPORT.tokenMax).optional(),
  channel: name,
  revision: yup.number().integer().min(1).required(),
  shell: version,
  path: yup.string().max(RUNTIME_REPORT.pathMax).required(),
  landing: yup.object({ name, version }).optional().default(undefined),
  parts: yup
    .array()
    .of(
      yup
        .object({ ...part, loaded: yup.boolean().required(), milliseconds: yup.number().min(0).max(3_600_000).required() })
        .required(),
    )
    .max(RUNTIME_REPORT.partsMax)
    .required(),
  errors: yup
    .array()
    .of(
      yup
        .object({
          ...part,
          kind: yup.mixed<PartErrorKind>().oneOf(PART_ERROR_KINDS).required(),
          message: yup.string().max(RUNTIME_REPORT.messageMax).defined(),
          stack: yup.string().max(RUNTIME_REPORT.stackMax).defined(),
        })
        .required(),
    )
    .max(RUNTIME_REPORT.errorsMax)
    .required(),
  vitals: yup
    .array()
    .of(yup.object({ name: yup.mixed<VitalName>().oneOf(VITALS).required(), value: yup.number().min(0).required() }).required())
    .max(VITALS.length)
    .required(),
});
