import type { Seeker } from './people/seekers.ts';
import type { Solver } from './people/solvers.ts';
import { days, hours, minutes } from './shape.ts';

/** Problems that people keep for later, and how long ago each was saved, by person. */
export const SAVED: Partial<Record<Seeker | Solver, Record<string, number>>> = {
  'maya-okafor': {
    'csp-report-noise': hours(5),
    's3-multipart-browser': days(2),
    'redis-cache-stampede': days(2.5),
  },
  'diego-fuentes': {
    'docker-image-diet': minutes(2),
    'rate-limiter-sliding-window': minutes(11),
    'aws-bill-surprise': hours(4),
    'graphql-n-plus-one': hours(12),
    'github-actions-slow': hours(15),
  },
  'ingrid-solheim': { 'rag-contract-answers': days(9) },
};
