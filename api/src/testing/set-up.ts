interface Closable {
  close?(): Promise<void>;
}

const open: Closable[] = [];

/**
 * Creates an object before the tests of the file or `describe`. Those with `close` are closed after the tests, the latest one first.
 */
export function setUp<T extends object>(create: () => Promise<T>): T {
  // Filled before the first test.
  const created = {} as T;
  beforeAll(async () => {
    open.push(Object.assign(created, await create()));
  });
  afterAll(() => open.pop()?.close?.());
  return created;
}

/** Creates an object before each test. */
export function setUpEach<T extends object>(create: () => Promise<T>): T {
  // Filled before the first test.
  const created = {} as T;
  beforeEach(async () => {
    Object.assign(created, await create());
  });
  return created;
}
