import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Deps } from './deps.ts';
import type { YupTypeProvider } from './platform/http/yup-validation.ts';

/** The Fastify instance that features write routes on: a route's yup schemas type its request. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  YupTypeProvider
>;

/** A feature: adds its routes. Those of the API's features are under /api. */
export type Feature = (app: App, deps: Deps) => void | Promise<void>;
