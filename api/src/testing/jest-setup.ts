import { jest } from '@jest/globals';

/** Opening a database, before a file's first test, takes seconds on a busy machine (ms). */
jest.setTimeout(60_000);
