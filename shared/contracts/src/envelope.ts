/** Error codes with their HTTP status (product 11.2). */
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

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Messages by field name; list items as `tags[0]`. */
export type FieldErrors = Record<string, string>;

export interface FailureBody {
  status: false;
  code: ErrorCode;
  message: string;
  errors?: FieldErrors;
  /** For server errors (5xx): identifies the log entry and trace (product 11.17). */
  reference?: string;
}

export type Success<T extends object = object> = { status: true } & T;

export interface Paging {
  page: number;
  limit: number;
  totalPages: number;
}

/** ISO 8601 in UTC, such as `2026-11-21T04:05:12.000Z`. */
export type IsoTime = string;
