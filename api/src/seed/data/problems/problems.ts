import type { DemoProblem } from '../shape.ts';
import { BACKEND_PROBLEMS } from './backend.ts';
import { DATA_PROBLEMS } from './data.ts';
import { FRONTEND_PROBLEMS } from './frontend.ts';
import { MOBILE_PROBLEMS } from './mobile.ts';
import { OPERATIONS_PROBLEMS } from './operations.ts';
import { TRUST_PROBLEMS } from './trust.ts';

/** Every problem of the demo data. */
export const PROBLEMS: DemoProblem[] = [
  ...FRONTEND_PROBLEMS,
  ...BACKEND_PROBLEMS,
  ...MOBILE_PROBLEMS,
  ...OPERATIONS_PROBLEMS,
  ...DATA_PROBLEMS,
  ...TRUST_PROBLEMS,
];
