import type { FastifyBaseLogger } from 'fastify';
import type { Feature } from '../../../feature.ts';
import { jsonParser } from '../../../platform/http/body-parsers.ts';
import { CONTENT_REPORTS_PATH } from '../../../platform/http/security-headers.ts';
import { violationsIn } from './read-violations.ts';
import type { Violation } from './read-violations.ts';

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
