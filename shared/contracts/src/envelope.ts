/** Words for programs that a failure can carry, with the HTTP status each one comes with (product 11.2). */
export const ERROR_STATUS = {
  malformed: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  identity_mismatch: 401,
  forbidden: 403,
  unknown_client: 403,
  not_found: 404,
  unknown_route: 404,
  email_taken: 409,
  conflict: 409,
  invalid_transition: 409,
  gone: 410,
  too_large: 413,
  unsupported_type: 415,
  out_of_range: 416,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const;

/** A failure's word for programs. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** Messages by field name; list items as `tags[0]`. */
export type FieldErrors = Record<string, string>;

/** The body of every failure. */
export interface FailureBody {
  status: false;
  code: ErrorCode;
  /** A sentence for people. */
  message: string;
  errors?: FieldErrors;
  /** Of a failure of the server (5xx): by it the log, and where there is one the trace, are found (product 11.17). */
  reference?: string;
}

/** The body of every success: `status: true` and what was asked for. */
export type Success<T extends object = object> = { status: true } & T;

/** What a list that a person pages through carries. Pages count from 1. */
export interface Paging {
  page: number;
  limit: number;
  totalPages: number;
}

/** ISO 8601 in UTC, such as `2026-11-21T04:05:12.000Z`. */
export type IsoTime = string;
