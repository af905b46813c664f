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
export interface Violation {
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

function violation(directive: unknown, blocked: unknown, source: unknown): Violation {
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
  return [violation(said['effective-directive'] ?? said['violated-directive'], said['blocked-uri'], said['source-file'])];
}

/** One of the list of `application/reports+json`. */
function readGathered(report: unknown): Violation[] {
  const { type, body } = recordOf(report);
  if (type !== 'csp-violation') return [];
  const { effectiveDirective, blockedURL, sourceFile } = recordOf(body);
  return [violation(effectiveDirective, blockedURL, sourceFile)];
}

/** What a browser's report says, in either form; nothing where it is something else. It was written by a stranger. */
export const violationsIn = (body: unknown): Violation[] =>
  Array.isArray(body) ? body.slice(0, READ_MAX).flatMap(readGathered) : readSingle(body);
