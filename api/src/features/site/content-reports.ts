import type { Feature } from '../../platform/http/app.ts';
import type { Deps } from './deps.ts';
import { jsonParser } from '../../platform/http/request-bodies.ts';
import { CONTENT_REPORTS_PATH } from '../../platform/http/security-headers.ts';

const MAX_REPORTS = 20;
const MAX_LENGTH = 200;

/** Others are counted as `other`, to bound the number of metric labels. */
const DIRECTIVE =
  /^(?:(?:default|connect|img|font|media|manifest|worker|frame|object)-src|(?:script|style)-src(?:-elem|-attr)?|base-uri|form-action|frame-ancestors)$/;

const toRecord = (value: unknown): Record<string, unknown> =>
  // Objects have string keys.
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns a URL without its query, or a keyword; `unreadable` for other texts, to keep them out of the log. */
function toLoggedUrl(text: string): string {
  if (text === '') return '';
  if (!URL.canParse(text)) return /^[a-z-]{1,20}$/.test(text) ? text : 'unreadable';
  const { origin, protocol, pathname } = new URL(text);
  return (origin === 'null' ? protocol : `${origin}${pathname}`).slice(0, MAX_LENGTH);
}

const toOrigin = (text: string): string =>
  /^https?:/.test(text) && URL.canParse(text) ? new URL(text).origin.slice(0, MAX_LENGTH) : toLoggedUrl(text);

/** URLs have no queries, which may contain credentials. */
function buildViolation(directive: unknown, blocked: unknown, source: unknown) {
  // Older browsers append the directive's sources.
  const [name = ''] = toText(directive).split(' ', 1);
  return {
    directive: DIRECTIVE.test(name) ? name : 'other',
    blocked: toOrigin(toText(blocked)),
    source: toLoggedUrl(toText(source)),
  };
}

/** Reads both formats: a single report, and a batch of the Reporting API. */
function parseViolations(body: unknown) {
  if (!Array.isArray(body)) {
    const { 'csp-report': report } = toRecord(body);
    const fields = toRecord(report);
    const directive = fields['effective-directive'] ?? fields['violated-directive'];
    return report === undefined ? [] : [buildViolation(directive, fields['blocked-uri'], fields['source-file'])];
  }
  const reports = body.slice(0, MAX_REPORTS).map(toRecord);
  return reports
    .filter(({ type }) => type === 'csp-violation')
    .map((report) => toRecord(report['body']))
    .map(({ effectiveDirective, blockedURL, sourceFile }) => buildViolation(effectiveDirective, blockedURL, sourceFile));
}

const CONTENT_TYPES = ['application/csp-report', 'application/reports+json'];

/** Any client can send reports. The metric counts those that are not logged. */
const LOG_INTERVAL_MS = 1000;

/** POST /csp-reports: counts reports by directive, and logs some. Browsers send them without the access header. */
export const contentReportsFeature: Feature<Deps> = (app, { metrics }) => {
  let nextLogAt = 0;
  const violations = metrics.counter(
    'solvent_csp_violations_total',
    'Content security policy violations that browsers report. Reports can be forged.',
    ['directive'],
  );
  app.addContentTypeParser(CONTENT_TYPES, { parseAs: 'string' }, jsonParser(app));
  app.post(
    CONTENT_REPORTS_PATH,
    { config: { limit: 'contentReports' }, schema: { tags: ['content reports'], response: { 204: { type: 'null' } } } },
    async ({ body }, reply) => {
      for (const violation of parseViolations(body)) {
        violations.inc({ directive: violation.directive });
        if (Date.now() < nextLogAt) continue;
        nextLogAt = Date.now() + LOG_INTERVAL_MS;
        app.log.warn({ violation }, 'The content policy blocked something in a browser');
      }
      return reply.code(204).send();
    },
  );
};
