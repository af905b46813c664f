import { STATUS_CODES } from 'node:http';
import swagger from '@fastify/swagger';
import type { SwaggerTransform } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { convertSchema } from '@sodaru/yup-to-json-schema';
import type { FastifySchema, RouteOptions } from 'fastify';
import * as yup from 'yup';
import { APP_KEY_HEADER, ERROR_STATUS } from '@solvent/contracts';
import type { ErrorCode } from '@solvent/contracts';
import { json } from '@solvent/contracts/schemas';
import type { App } from './app.ts';
import { isRecord } from './bounded-input.ts';
import { extractComponents } from './open-api-document.ts';
import { buildExample } from './open-api-examples.ts';
import { OPERATIONS } from './operations.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** Parts of a multipart form, which its handler validates: texts, and the highest number of files per field. */
    form?: { texts?: yup.AnyObjectSchema; files: Readonly<Record<string, number>> };
  }
}

const failureSchema = json.named('FailureBody').object(
  {
    status: { type: 'boolean', enum: [false] },
    // Object.keys loses the names.
    code: json.oneOf(Object.keys(ERROR_STATUS) as ErrorCode[]),
    message: json.text,
  },
  { errors: { type: 'object', additionalProperties: json.text }, reference: json.text },
);

interface FailureExample {
  description: string;
  code: ErrorCode;
  message: string;
  more?: object;
}

/** Failures by status. Each route lists those that follow from what it declares. */
const FAILURES: Record<string, FailureExample> = {
  400: { description: 'The request cannot be read.', code: 'malformed', message: 'The body must be a JSON object.' },
  401: { description: 'No user is signed in.', code: 'unauthenticated', message: 'Please sign in to continue.' },
  403: {
    description: 'The client is unknown, or the user may not do this.',
    code: 'forbidden',
    message: 'This action requires a seeker account.',
  },
  404: {
    description: 'It does not exist, or the user may not see it.',
    code: 'not_found',
    message: 'This problem does not exist.',
  },
  422: {
    description: 'Fields break their rules.',
    code: 'invalid',
    message: 'Please check the marked fields.',
    more: { errors: { title: 'Title is required' } },
  },
  429: {
    description: 'There were too many requests. `Retry-After` has the seconds to wait.',
    code: 'rate_limited',
    message: 'Too many requests. Please try again later.',
  },
  '4XX': { description: 'The request was refused.', code: 'conflict', message: 'This problem is closed.' },
  '5XX': {
    description: 'The server failed. `reference` finds the failure in its log.',
    code: 'internal',
    message: 'Something went wrong on our side. Please try again.',
    more: { reference: 'K7M2QX' },
  },
};

const getFailureName = (status: string) => `Failure${status}`;

const failureResponses = Object.fromEntries(
  Object.entries(FAILURES).map(([status, { description, code, message, more }]) => {
    const example = { status: false, code, message, ...more };
    const content = { 'application/json': { schema: failureSchema, example } };
    return [getFailureName(status), { description, content }];
  }),
);

function listFailures({ config = {}, schema: { body, querystring, params, form } = {} }: RouteOptions): string[] {
  const { access, limit = 'none', signsIn } = config;
  const hasBody = body !== undefined || form !== undefined;
  const isExpected: Record<string, boolean> = {
    400: hasBody,
    401: (access !== undefined && access !== 'anyone') || signsIn !== undefined,
    403: access !== undefined,
    404: params !== undefined,
    422: hasBody || querystring !== undefined,
    429: limit !== 'none',
  };
  return Object.keys(FAILURES).filter((status) => isExpected[status] ?? true);
}

function listSecurity({ config: { access } = {} }: RouteOptions): Record<string, string[]>[] {
  if (access === undefined) return [];
  const signedIn = { client: [], session: [] };
  return access === 'anyone' ? [{ client: [] }, signedIn] : [signedIn];
}

const CALLERS = { anyone: 'everyone', 'signed-in': 'signed-in users', seeker: 'seekers', solver: 'solvers' } as const;

function describeAccess({ config: { access, limit = 'none' } = {} }: RouteOptions): string {
  const callers = access === undefined ? 'Open to everyone, without the access header.' : `For ${CALLERS[access]}.`;
  return limit === 'none' ? callers : `${callers} Limit: \`${limit}\`.`;
}

/** `placeBid` is "Place bid". */
const toSummary = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^[a-z]/, (letter) => letter.toUpperCase());

function describeText(rules: yup.Schema): object {
  // The default of an object is that of its fields.
  const { default: _fields, ...schema } = convertSchema(rules);
  return { ...schema, examples: [buildExample(schema)] };
}

function describeForm({ texts, files }: NonNullable<FastifySchema['form']>): object {
  const { properties = {}, required = [] } = texts === undefined ? {} : convertSchema(texts);
  const parts = Object.entries(files).map(([name, maxItems]) => [
    name,
    maxItems === 1 ? json.binary : { ...json.list(json.binary), maxItems },
  ]);
  return { type: 'object', properties: { ...properties, ...Object.fromEntries(parts) }, required };
}

function describeBody({ body, form, consumes = [] }: FastifySchema): object | undefined {
  if (body instanceof yup.Schema) return describeText(body);
  if (form === undefined) return undefined;
  const kinds = consumes.map((kind) => {
    const { texts } = form;
    return [kind, { schema: kind === 'application/json' && texts ? describeText(texts) : describeForm(form) }];
  });
  return { content: Object.fromEntries(kinds) };
}

const describeFields = (rules: unknown) => (rules instanceof yup.Schema ? convertSchema(rules) : rules);

type Node = Record<string, unknown>;

const mapEntries = (node: unknown, convert: (value: Node, key: string) => unknown): Node =>
  Object.fromEntries(
    Object.entries(isRecord(node) ? node : {}).map(([key, value]) => [key, isRecord(value) ? convert(value, key) : value]),
  );

/** Failures of an operation, until {@link finishDocument} replaces them by references. */
const FAILURES_KEY = 'x-failures';

const documentRoute: SwaggerTransform = ({ schema: given, url, route }) => {
  const schema = given ?? {};
  const operationId = OPERATIONS[`${String(route.method)} ${url}`];
  const { querystring, params } = schema;
  const described = {
    ...schema,
    ...(operationId !== undefined && { operationId, summary: toSummary(operationId) }),
    description: describeAccess(route),
    security: listSecurity(route),
    body: describeBody(schema),
    querystring: describeFields(querystring),
    params: describeFields(params),
    [FAILURES_KEY]: listFailures(route),
  };
  return { schema: described, url };
};

function addFailures({ [FAILURES_KEY]: failures, ...operation }: Node): Node {
  if (!Array.isArray(failures)) return operation;
  const responses = mapEntries(operation['responses'], (response, status) => ({
    ...response,
    description: STATUS_CODES[status],
  }));
  const references = failures.map((status) => [status, { $ref: `#/components/responses/${getFailureName(String(status))}` }]);
  return { ...operation, responses: { ...responses, ...Object.fromEntries(references) } };
}

function finishDocument({ components: given, ...document }: Node): Node {
  const { rest, schemas } = extractComponents({
    ...document,
    components: { ...(isRecord(given) && given), responses: failureResponses },
  });
  const paths = mapEntries(rest['paths'], (operations) => mapEntries(operations, addFailures));
  return { ...rest, paths, components: { ...(isRecord(rest['components']) && rest['components']), schemas } };
}

const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the document that the registered routes describe, and a page that shows it. */
export async function registerOpenApi(api: App): Promise<void> {
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Solvent',
        description: 'The API of Solvent: problems, people and messages.',
        version: '1.0.0',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: 'The server of this document' }],
      components: {
        securitySchemes: {
          client: {
            type: 'apiKey',
            in: 'header',
            name: APP_KEY_HEADER,
            description: 'Key of the client application (`APP_KEY`).',
          },
          session: { type: 'http', scheme: 'bearer', description: 'The `token` that `signIn` returns.' },
        },
      },
    },
    transform: documentRoute,
    transformObject: (documents) => ('openapiObject' in documents ? finishDocument({ ...documents.openapiObject }) : {}),
  });
  await api.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    transformStaticCSP: () => DOCS_POLICY,
    uiConfig: { displayOperationId: true },
  });
  api.get('/openapi.json', { schema: { hide: true } }, () => api.swagger());
}
