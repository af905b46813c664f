import type { FastifyBaseLogger } from 'fastify';
import { Counter } from 'prom-client';
import type { Feature } from '../../platform/http/app.ts';
import type { Deps } from './deps.ts';
import { jsonParser } from '../../platform/http/request-bodies.ts';
import { CONTENT_REPORTS_PATH } from '../../platform/http/security-headers.ts';

const MAX_REPORTS = 20;
const MAX_LENGTH = 200;

/** Others are counted as `other`, to bound the number of metric labels. */
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

/** URLs have no queries, which may contain credentials. */
interface Violation {
  directive: string;
  blocked: string;
  source: string;
}

const toRecord = (value: unknown): Record<string, unknown> =>
  // Objects have string keys.
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A URL without its query, or a keyword; `unreadable` for others, to keep them out of the log. */
function toLoggedUrl(text: string): string {
  if (text === '') return '';
  if (!URL.canParse(text)) return /^[a-z-]{1,20}$/.test(text) ? text : 'unreadable';
  const { origin, protocol, pathname } = new URL(text);
  return (origin === 'null' ? protocol : `${origin}${pathname}`).slice(0, MAX_LENGTH);
}

const toOrigin = (text: string): string =>
  /^https?:/.test(text) && URL.canParse(text) ? new URL(text).origin : toLoggedUrl(text);

function buildViolation(directive: unknown, blocked: unknown, source: unknown): Violation {
  // Older browsers append the directive's sources.
  const [name = ''] = toText(directive).split(' ', 1);
  return {
    directive: DIRECTIVES.has(name) ? name : 'other',
    blocked: toOrigin(toText(blocked)).slice(0, MAX_LENGTH),
    source: toLoggedUrl(toText(source)),
  };
}

function parseSingle(body: unknown): Violation[] {
  const { 'csp-report': report } = toRecord(body);
  if (report === undefined) return [];
  const fields = toRecord(report);
  const directive = fields['effective-directive'] ?? fields['violated-directive'];
  return [buildViolation(directive, fields['blocked-uri'], fields['source-file'])];
}

function parseBatched(report: unknown): Violation[] {
  const { type, body } = toRecord(report);
  if (type !== 'csp-violation') return [];
  const { effectiveDirective, blockedURL, sourceFile } = toRecord(body);
  return [buildViolation(effectiveDirective, blockedURL, sourceFile)];
}

const parseViolations = (body: unknown): Violation[] =>
  Array.isArray(body) ? body.slice(0, MAX_REPORTS).flatMap(parseBatched) : parseSingle(body);

const CONTENT_TYPES = ['application/csp-report', 'application/reports+json'];

const LOG_INTERVAL_MS = 1000;

/** Logs one violation per interval, and how many were omitted, since any client can send reports. */
function createSampledLog(log: FastifyBaseLogger): (violation: Violation) => void {
  let [next, omitted] = [0, 0];
  return (violation) => {
    if (Date.now() < next) {
      omitted += 1;
      return;
    }
    log.warn({ violation, leftOut: omitted }, 'The content policy blocked something in a browser');
    next = Date.now() + LOG_INTERVAL_MS;
    omitted = 0;
  };
}

/** POST /csp-reports: counts reports by directive, and logs some. Browsers send them without the access header. */
export const contentReportsFeature: Feature<Deps> = (app, { metrics }) => {
  const logViolation = createSampledLog(app.log);
  const violations = new Counter({
    name: 'solvent_csp_violations_total',
    help: 'Content security policy violations that browsers report. Reports can be forged.',
    labelNames: ['directive'],
    registers: metrics.registers,
  });
  app.addContentTypeParser(CONTENT_TYPES, { parseAs: 'string' }, jsonParser(app));
  app.post(
    CONTENT_REPORTS_PATH,
    { config: { limit: 'contentReports' }, schema: { tags: ['content reports'] } },
    async ({ body }, reply) => {
      for (const violation of parseViolations(body)) {
        violations.inc({ directive: violation.directive });
        logViolation(violation);
      }
      return reply.code(204).send();
    },
  );
};
