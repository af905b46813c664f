import * as yup from 'yup';
import { REFERENCE } from '../constants.ts';
import { INTERACTIONS, REMOTE_ERROR_KINDS, REMOTE_SOURCES, RUNTIME_REPORT, VITALS } from '../site.ts';
import type { InteractionName, RemoteErrorKind, RemoteSource, VitalName } from '../site.ts';

const name = yup
  .string()
  .matches(/^[a-z][a-z0-9-]{0,39}$/, 'A remote has a lowercase name')
  .required();
const version = yup
  .string()
  .matches(/^[A-Za-z0-9.+-]{1,60}$/, 'A version can contain letters, digits, dots, dashes and plus signs')
  .required();
const source = yup.mixed<RemoteSource>().oneOf(REMOTE_SOURCES).required();
const remoteFields = { name, version, source };

const remoteReport = yup
  .object({
    ...remoteFields,
    loaded: yup.boolean().required(),
    milliseconds: yup.number().min(0).max(3_600_000).required(),
  })
  .required();
export type RemoteReport = yup.InferType<typeof remoteReport>;

const remoteErrorReport = yup
  .object({
    ...remoteFields,
    kind: yup.mixed<RemoteErrorKind>().oneOf(REMOTE_ERROR_KINDS).required(),
    message: yup.string().max(RUNTIME_REPORT.messageMax).defined(),
    stack: yup.string().max(RUNTIME_REPORT.stackMax).defined(),
    reference: yup
      .string()
      .matches(
        new RegExp(`^[${REFERENCE.alphabet}]{${REFERENCE.length}}$`),
        `A reference has ${REFERENCE.length} letters and digits`,
      )
      .optional(),
  })
  .required();
export type RemoteErrorReport = yup.InferType<typeof remoteErrorReport>;

const hexDigitsRule = (count: number) =>
  yup
    .string()
    .matches(new RegExp(`^(?!0+$)[0-9a-f]{${count}}$`), `A trace id has ${count} hex digits`)
    .required();

/** An interaction with its requests: the root span of a trace. */
const spanReport = yup
  .object({
    trace: hexDigitsRule(32),
    span: hexDigitsRule(16),
    name: yup.mixed<InteractionName>().oneOf(INTERACTIONS).required(),
    path: yup
      .string()
      .matches(/^[\w/:-]+$/, 'A path pattern can contain letters, digits, slashes, colons and dashes')
      .max(RUNTIME_REPORT.pathMax)
      .required(),
    ago: yup.number().min(0).max(3_600_000).required(),
    milliseconds: yup.number().min(0).max(3_600_000).required(),
  })
  .required();
export type SpanReport = yup.InferType<typeof spanReport>;

/** `POST /runtime-reports`: anonymous report of the remotes that a page runs. */
export const runtimeReportRules = yup.object({
  /** `RuntimeConfig.reportToken` of the page. Reports without a valid token are not counted. */
  token: yup.string().max(RUNTIME_REPORT.tokenMax).optional(),
  channel: name,
  revision: yup.number().integer().min(1).required(),
  shell: version,
  /** Pattern of the path, such as `/problems/:id`, or `not-found`; never the URL. */
  path: yup.string().max(RUNTIME_REPORT.pathMax).required(),
  /** Owner of the first page of the visit, to which the vitals belong. Absent for the shell or if loading failed. */
  landing: yup.object({ name, version }).optional().default(undefined),
  /** Remotes requested since the page's last report; each version is reported once. */
  parts: yup.array().of(remoteReport).max(RUNTIME_REPORT.remotesMax).required(),
  /** Since the last report. Load and render errors of one version share a report, so that the failure counts once. */
  errors: yup.array().of(remoteErrorReport).max(RUNTIME_REPORT.errorsMax).required(),
  spans: yup.array().of(spanReport).max(RUNTIME_REPORT.spansMax).optional(),
  vitals: yup
    .array()
    .of(yup.object({ name: yup.mixed<VitalName>().oneOf(VITALS).required(), value: yup.number().min(0).required() }).required())
    .max(VITALS.length)
    .required(),
});
export type RuntimeReportBody = yup.InferType<typeof runtimeReportRules>;
