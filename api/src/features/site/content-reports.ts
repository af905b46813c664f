import type { FastifyBaseLogger } from 'fastify';
import type { Feature } from '../../feature.ts';
import { jsonParser } from '../../platform/http/body-parsers.ts';
import { CONTENT_REPORTS_PATH } from '../../platform/http/security-headers.ts';

/** Browsers gather reports for a minute; of more than this, the first are read. */
const MAX_REPORTS = 20;
const MAX_LENGTH = 200;

/** Directives of the policies that the server sends; what somebody makes up is another one, so that figures stay few. */
const DIRECTIVES = new Set([
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'connect-src',
  'img-src',
  'font-src',
  'media-src',
  'manifest-src',
  'worker-src',
  'frame-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
]);

/** What was stopped. Addresses are without their queries, which may hold what signs somebody in. */
interface Violation {
  /** One of the policies' directives, or `other`. */
  directive: string;
  /** Where what was stopped would have come from: an origin, or a word such as `inline`. */
  blocked: string;
  /** The script that wanted it, where the browser says so. */
  source: string;
}

const toRecord = (value: unknown): Record<string, unknown> =>
  // What is an object has fields by names.
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** An address without its query; a word stays one; undefined and what is neither have no place in a log. */
function toLoggedUrl(said: string | undefined): string {
  if (said === undefined || said === '') return '';
  if (!URL.canParse(said)) return /^[a-z-]{1,20}$/.test(said) ? said : 'unreadable';
  const { origin, protocol, pathname } = new URL(said);
  return (origin === 'null' ? protocol : `${origin}${pathname}`).slice(0, MAX_LENGTH);
}

const toOrigin = (said: string | undefined): string =>
  said !== undefined && /^https?:/.test(said) && URL.canParse(said) ? new URL(said).origin : toLoggedUrl(said);

function buildViolation(directive: unknown, blocked: unknown, source: unknown): Violation {
  // Older browsers say the directive with its sources.
  const [name = ''] = toText(directive)?.split(' ', 1) ?? [];
  return {
    directive: DIRECTIVES.has(name) ? name : 'other',
    blocked: toOrigin(toText(blocked)).slice(0, MAX_LENGTH),
    source: toLoggedUrl(toText(source)),
  };
}

/** `application/csp-report`: `{ "csp-report": … }`. */
function parseSingle(body: unknown): Violation[] {
  const { 'csp-report': report } = toRecord(body);
  if (report === undefined) return [];
  const said = toRecord(report);
  return [buildViolation(said['effective-directive'] ?? said['violated-directive'], said['blocked-uri'], said['source-file'])];
}

/** One of the list of `application/reports+json`. */
function parseBatched(report: unknown): Violation[] {
  const { type, body } = toRecord(report);
  if (type !== 'csp-violation') return [];
  const { effectiveDirective, blockedURL, sourceFile } = toRecord(body);
  return [buildViolation(effectiveDirective, blockedURL, sourceFile)];
}

/** What a browser's report says, in either form; nothing where it is something else. It was written by a stranger. */
const parseViolations = (body: unknown): Violation[] =>
  Array.isArray(body) ? body.slice(0, MAX_REPORTS).flatMap(parseBatched) : parseSingle(body);

/** What browsers call the two forms of a report. */
const TYPES = ['application/csp-report', 'application/reports+json'];

/** Of all that is reported one line is logged in this time (ms): reports are strangers' words, and no log is theirs to fill. */
const LOG_INTERVAL_MS = 1000;

/** Logs one of many, and how many were left out since the last one. */
function createSampledLog(log: FastifyBaseLogger, now: () => number): (violation: Violation) => void {
  let [next, leftOut] = [0, 0];
  return (violation) => {
    if (now() < next) {
      leftOut += 1;
      return;
    }
    log.warn({ violation, leftOut }, 'A browser reports that the content policy stopped something');
    next = now() + LOG_INTERVAL_MS;
    leftOut = 0;
  };
}

/**
 * POST /csp-reports: what browsers tell of pages whose content policy stopped something. Counted by directive, and logged in
 * part. Browsers send it by themselves, without the access header, and do not listen to the answer.
 */
export const contentReportsFeature: Feature = (app, { metrics }) => {
  const note = createSampledLog(app.log, Date.now);
  app.addContentTypeParser(TYPES, { parseAs: 'string' }, jsonParser(app));
  app.post(
    CONTENT_REPORTS_PATH,
    { config: { limit: 'contentReports' }, schema: { tags: ['content reports'] } },
    async ({ body }, reply) => {
      for (const violation of parseViolations(body)) {
        metrics.violations.inc({ directive: violation.directive });
        note(violation);
      }
      return reply.code(204).send();
    },
  );
};
