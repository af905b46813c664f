import * as yup from 'yup';
import { REFERENCE } from '../constants.ts';
import { INTERACTIONS, REMOTE_ERROR_KINDS, REMOTE_SOURCES, RUNTIME_REPORT, VITALS } from '../site.ts';
import type { InteractionName, RemoteErrorKind, RemoteSource, VitalName } from '../site.ts';

const name = yup
  .string()
  .matches(/^[a-z][a-z0-9-]{0,39}$/, 'A part has a name in lower case')
  .required();
const version = yup
  .string()
  .matches(/^[A-Za-z0-9.+-]{1,60}$/, 'A version has letters, digits, dots and dashes')
  .required();
const source = yup.mixed<RemoteSource>().oneOf(REMOTE_SOURCES).required();
const part = { name, version, source };

/** A remote whose code a page asked for. */
const partReport = yup
  .object({
    ...part,
    /** Whether its code came and gave a remote. */
    loaded: yup.boolean().required(),
    /** From asking to having it. */
    milliseconds: yup.number().min(0).max(3_600_000).required(),
  })
  .required();
export type RemoteReport = yup.InferType<typeof partReport>;

/** Something of a remote that failed. */
const partErrorReport = yup
  .object({
    ...part,
    kind: yup.mixed<RemoteErrorKind>().oneOf(REMOTE_ERROR_KINDS).required(),
    message: yup.string().max(RUNTIME_REPORT.messageMax).defined(),
    stack: yup.string().max(RUNTIME_REPORT.stackMax).defined(),
    /** What the page gave the person to quote, where it showed that something failed. */
    reference: yup
      .string()
      .matches(new RegExp(`^[${REFERENCE.signs}]{${REFERENCE.length}}$`), 'A reference has six letters and digits')
      .optional(),
  })
  .required();
export type RemoteErrorReport = yup.InferType<typeof partErrorReport>;

const hexDigits = (count: number) =>
  yup
    .string()
    .matches(new RegExp(`^(?!0+$)[0-9a-f]{${count}}$`), 'An id of a trace has hex digits')
    .required();

/** Something that a person did, which led to calls: the first span of their trace. */
const spanReport = yup
  .object({
    trace: hexDigits(32),
    span: hexDigits(16),
    name: yup.mixed<InteractionName>().oneOf(INTERACTIONS).required(),
    /** The path's pattern. */
    path: yup
      .string()
      .matches(/^[\w/:-]+$/, 'A pattern of a path has letters, digits, slashes, colons and dashes')
      .max(RUNTIME_REPORT.pathMax)
      .required(),
    /** How long before this report it began. */
    ago: yup.number().min(0).max(3_600_000).required(),
    /** Until the last of its calls was answered. */
    milliseconds: yup.number().min(0).max(3_600_000).required(),
  })
  .required();
export type SpanReport = yup.InferType<typeof spanReport>;

/** `POST /runtime-reports`: what a page tells of what it runs. It names nobody. */
export const runtimeReportRules = yup.object({
  /** Of the page (`RuntimeConfig.reportToken`). What comes without it, or with one that is made up or old, counts nowhere. */
  token: yup.string().max(RUNTIME_REPORT.tokenMax).optional(),
  channel: name,
  revision: yup.number().integer().min(1).required(),
  shell: version,
  /** The path's pattern, such as `/problems/:id`, or `not-found`: never the address itself. */
  path: yup.string().max(RUNTIME_REPORT.pathMax).required(),
  /** Who owns the page that the visit began with: the vitals are its. Absent where that is the shell, or it was not loaded. */
  landing: yup.object({ name, version }).optional().default(undefined),
  /** What was asked for since the last report of this page; a version that was asked for is told once. */
  parts: yup.array().of(partReport).max(RUNTIME_REPORT.partsMax).required(),
  /** Since the last report; of a page, load and render errors of one version come in one report, so that it failed counts once. */
  errors: yup.array().of(partErrorReport).max(RUNTIME_REPORT.errorsMax).required(),
  /** Only where the deployment keeps traces (`RuntimeConfig.tracing`). */
  spans: yup.array().of(spanReport).max(RUNTIME_REPORT.spansMax).optional(),
  /** Each once for a page, mostly in its last report. */
  vitals: yup
    .array()
    .of(yup.object({ name: yup.mixed<VitalName>().oneOf(VITALS).required(), value: yup.number().min(0).required() }).required())
    .max(VITALS.length)
    .required(),
});
export type RuntimeReportBody = yup.InferType<typeof runtimeReportRules>;
