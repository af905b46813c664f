import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { YupTypeProvider } from './yup-validation.ts';

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  YupTypeProvider
>;

export type Feature<Deps> = (app: App, deps: Deps) => void | Promise<void>;

export interface FeatureRoutes<Deps> {
  /** Features under /api whose requests need the access header. */
  keyed?: Feature<Deps>[];
  /** Features under /api whose requests do not need the access header. */
  open?: Feature<Deps>[];
  /** Outside of /api. */
  root?: Feature<Deps>[];
}
