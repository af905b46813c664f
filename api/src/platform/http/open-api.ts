import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { convertSchema } from '@sodaru/yup-to-json-schema';
import type { FastifySchema } from 'fastify';
import * as yup from 'yup';
import { APP_KEY_HEADER } from '@solvent/contracts';
import type { App } from './app.ts';
import { json } from './response-schema.ts';

const FAILURE = json.object(
  { status: { type: 'boolean', enum: [false] }, code: json.text, message: json.text },
  { errors: { type: 'object', additionalProperties: json.text }, reference: json.text },
);

/** The documentation's content policy: its own scripts and styles, and calls to this API. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The routes' yup schemas as JSON schemas, and the failure's body beside each route's own answers. */
function documented(schema: FastifySchema): FastifySchema {
  const entries = Object.entries(schema).map(([part, rules]) => [
    part,
    rules instanceof yup.Schema ? convertSchema(rules) : rules,
  ]);
  // Only values changed, each to the JSON schema that Fastify's own type of a schema allows.
  const converted = Object.fromEntries(entries) as FastifySchema;
  const answers = typeof schema.response === 'object' ? schema.response : {};
  return { ...converted, response: { ...answers, '4xx': FAILURE, '5xx': FAILURE } };
}

/** `/api/openapi.json` and `/api/docs`, made from the schemas that validate and serialise. */
export async function registerOpenApi(api: App): Promise<void> {
  await api.register(swagger, {
    openapi: {
      info: { title: 'Solvent', description: 'The API of Solvent: problems, people and messages.', version: '1.0.0' },
      components: {
        securitySchemes: {
          client: { type: 'apiKey', in: 'header', name: APP_KEY_HEADER },
          session: { type: 'http', scheme: 'bearer' },
        },
      },
      security: [{ client: [], session: [] }],
    },
    transform: ({ schema, url }) => ({ schema: documented(schema ?? {}), url }),
  });
  await api.register(swaggerUi, { routePrefix: '/docs', staticCSP: true, transformStaticCSP: () => DOCS_POLICY });
  api.get('/openapi.json', { schema: { hide: true } }, () => api.swagger());
}
