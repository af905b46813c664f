import type { FastifyBaseLogger } from 'fastify';
import type { Feature } from '../../feature.ts';
import { jsonParser } from '../../platform/http/body-parsers.ts';
import { CONTENT_REPORTS_PATH } from '../../platform/http/security-headers.ts';

/** Browsers gather reports for a minute; of more than this, the first are read. */
const READ_MAX = 20;
const SHOWN_MAX = 200;

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

const recordOf = (value: unknown): Record<string, unknown> =>
  // What is an object has fields by names.
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** An address without its query; a word stays one; undefined and what is neither have no place in a log. */
function addressOf(said: string | undefined): string {
  if (said === undefined || said === '') return '';
  if (!URL.canParse(said)) return /^[a-z-]{1,20}$/.test(said) ? said : 'unreadable';
  const { origin, protocol, pathname } = new URL(said);
  return (origin === 'null' ? protocol : `${origin}${pathname}`).slice(0, SHOWN_MAX);
}

const originOf = (said: string | undefined): string =>
  said !== undefined && /^https?:/.test(said) && URL.canParse(said) ? new URL(said).origin : addressOf(said);

function violationOf(directive: unknown, blocked: unknown, source: unknown): Violation {
  // Older browsers say the directive with its sources.
  const [name = ''] = textOf(directive)?.split(' ', 1) ?? [];
  return {
    directive: DIRECTIVES.has(name) ? name : 'other',
    blocked: originOf(textOf(blocked)).slice(0, SHOWN_MAX),
    source: addressOf(textOf(source)),
  };
}

/** `application/csp-report`: `{ "csp-report": … }`. */
function readSingle(body: unknown): Violation[] {
  const { 'csp-report': report } = recordOf(body);
  if (report === undefined) return [];
  const said = recordOf(report);
  return [violationOf(said['effective-directive'] ?? said['violated-directive'], said['blocked-uri'], said['source-file'])];
}

/** One of the list of `application/reports+json`. */
function readGathered(report: unknown): Violation[] {
  const { type, body } = recordOf(report);
  if (type !== 'csp-violation') return [];
  const { effectiveDirective, blockedURL, sourceFile } = recordOf(body);
  return [violationOf(effectiveDirective, blockedURL, sourceFile)];
}

/** What a browser's report says, in either form; nothing where it is something else. It was written by a stranger. */
const violationsIn = (body: unknown): Violation[] =>
  Array.isArray(body) ? body.slice(0, READ_MAX).flatMap(readGathered) : readSingle(body);

/** What browsers call the two forms of a report. */
const TYPES = ['application/csp-report', 'application/reports+json'];

/** Of all that is reported one line is logged in this time (ms): reports are strangers' words, and no log is theirs to fill. */
const LOGGED_EVERY = 1000;

/** Logs one of many, and how many were left out since the last one. */
function sampledLog(log: FastifyBaseLogger, now: () => number): (violation: Violation) => void {
  let [next, leftOut] = [0, 0];
  return (violation) => {
    if (now() < next) {
      leftOut += 1;
      return;
    }
    log.warn({ violation, leftOut }, 'A browser reports that the content policy stopped something');
    next = now() + LOGGED_EVERY;
    leftOut = 0;
  };
}

/**
 * POST /csp-reports: what browsers tell of pages whose content policy stopped something. Counted by directive, and logged in
 * part. Browsers send it by themselves, without the access header, and do not listen to the answer.
 */
export const contentReportsFeature: Feature = (app, { metrics }) => {
  const note = sampledLog(app.log, Date.now);
  app.addContentTypeParser(TYPES, { parseAs: 'string' }, jsonParser(app));
  app.post(
    CONTENT_REPORTS_PATH,
    { config: { limit: 'contentReports' }, schema: { tags: ['content reports'] } },
    async ({ body }, reply) => {
      for (const violation of violationsIn(body)) {
        metrics.violations.inc({ directive: violation.directive });
        note(violation);
      }
      return reply.code(204).send();
    },
  );
};
