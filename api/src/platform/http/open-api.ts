import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { convertSchema } from '@sodaru/yup-to-json-schema';
import type { FastifySchema } from 'fastify';
import * as yup from 'yup';
import { APP_KEY_HEADER } from '@solvent/contracts';
import { json } from '@solvent/contracts/schemas';
import type { App } from './app.ts';

const FAILURE = json.object(
  { status: { type: 'boolean', enum: [false] }, code: json.text, message: json.text },
  { errors: { type: 'object', additionalProperties: json.text }, reference: json.text },
);

const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function toDocumentedSchema(schema: FastifySchema): FastifySchema {
  const entries = Object.entries(schema).map(([part, rules]) => [
    part,
    rules instanceof yup.Schema ? convertSchema(rules) : rules,
  ]);
  // Only values change, each to a JSON schema, which Fastify's type allows.
  const converted = Object.fromEntries(entries) as FastifySchema;
  const responses = typeof schema.response === 'object' ? schema.response : {};
  return { ...converted, response: { ...responses, '4xx': FAILURE, '5xx': FAILURE } };
}

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
    transform: ({ schema, url }) => ({ schema: toDocumentedSchema(schema ?? {}), url }),
  });
  await api.register(swaggerUi, { routePrefix: '/docs', staticCSP: true, transformStaticCSP: () => DOCS_POLICY });
  api.get('/openapi.json', { schema: { hide: true } }, () => api.swagger());
}
