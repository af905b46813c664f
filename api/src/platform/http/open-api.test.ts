import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';
import { ROOT } from '@solvent/setup/root';
import type { DocumentedRoute } from '../../testing/documented-routes.ts';
import { ROUTES } from '../../testing/route-table.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { OPERATIONS } from './operations.ts';

/** Errors of valid values: another password, and a file of another user. */
const STATE_ERRORS = ['The current password is wrong.', 'The password is wrong.', 'Please upload the file again'];

interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  requestBody?: { content: Record<string, { example?: object }> };
  responses: Record<string, object>;
}

const test = setUpTestApp();
let text: string;
let operations: Record<string, Operation>;
let schemas: Record<string, object>;
beforeAll(async () => {
  text = (await test.app.inject('/api/openapi.json')).body;
  const { paths, components } = JSON.parse(text) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, object> };
  };
  schemas = components.schemas;
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
  operations = Object.fromEntries(found);
});

/** Returns the compiler's errors about a module beside the types that clients generate from the document. */
async function checkAgainstContracts(lines: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-api-types-'));
  try {
    // Lists of a fixed length are tuples.
    const types = astToString(await openapiTS(text, { arrayLength: true }));
    const contracts = [join(ROOT, 'shared/contracts/src/index.ts')];
    const compilerOptions = { lib: ['ES2023', 'DOM'], types: [], paths: { '@solvent/contracts': contracts } };
    const config = { extends: join(ROOT, 'tsconfig.base.json'), compilerOptions, files: ['check.ts'] };
    await writeFile(join(folder, 'api.ts'), types);
    await writeFile(join(folder, 'check.ts'), lines.join('\n'));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const failed = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => error);
    return failed.stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('the documentation (product 11.16)', () => {
  it('is built from the schemas that validate and serialize', async () => {
    const response = await test.app.inject('/api/openapi.json');
    expect(response.json()).toMatchObject({
      openapi: expect.stringMatching(/^3\./),
      paths: {
        '/api/auth/signup': {
          post: {
            requestBody: {
              content: {
                'application/json': { schema: { properties: { email: { type: 'string', format: 'email', maxLength: 254 } } } },
              },
            },
            responses: { 201: expect.anything(), '4XX': expect.anything() },
          },
        },
        '/api/health/live': { get: expect.anything() },
      },
    });
  });

  it('breaks no recommended rule of Redocly', async () => {
    // The router prefers fixed segments: `/problems/searches/{id}` is not the status of a problem.
    const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } });
    const problems = await lintFromString({ source: text, config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it('is a document only, without the status of responses', async () => {
    for (const path of ['/api/openapi.json', '/api/docs/json'])
      expect((await test.app.inject(path)).json()).not.toHaveProperty('status');
  });

  it('has a name for every operation, and no other', () => {
    const names = Object.entries(OPERATIONS).map(([route, name]) => [route.replaceAll(/:(\w+)/g, '{$1}'), name]);
    const documented = Object.entries(operations).map(([route, { operationId }]) => [route, operationId]);
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(names));
    expect(operations['PUT /api/bids/{id}/accept']).toMatchObject({ operationId: 'acceptBid', summary: 'Accept bid' });
  });

  it('has the security and the failures that follow from access and limit', () => {
    const signedIn = { client: [], session: [] };
    const security: Record<string, object[]> = { open: [], anyone: [{ client: [] }, signedIn] };
    for (const [route, declared] of Object.entries(ROUTES)) {
      const [access = '', limit] = declared.split(', ');
      const operation = operations[route];
      expect([route, operation?.security]).toEqual([route, security[access] ?? [signedIn]]);
      const failures = Object.keys(operation?.responses ?? {}).filter((status) => ['403', '429'].includes(status));
      const expected = [...(access === 'open' ? [] : ['403']), ...(limit === undefined ? [] : ['429'])];
      expect([route, failures]).toEqual([route, expected]);
    }
  });

  it('has examples that the server accepts', async () => {
    const refused: unknown[] = [];
    const people = { seeker: await test.signedIn('seeker'), solver: await test.signedIn('solver') };
    for (const [route, { requestBody }] of Object.entries(operations)) {
      const payload = requestBody?.content['application/json']?.example;
      if (payload === undefined) continue;
      const [method, path = ''] = route.split(' ');
      const as = ROUTES[route]?.startsWith('solver') ? people.solver : people.seeker;
      const url = path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000');
      // Documented methods are valid.
      const { status, body } = await test.request(method as DocumentedRoute['method'], url, { as, payload });
      const errors = Object.entries(body['errors'] ?? {}).filter(([, message]) => !STATE_ERRORS.includes(String(message)));
      if (status === 400 || (status === 422 && errors.length > 0)) refused.push([route, payload, errors]);
    }
    expect(refused).toEqual([]);
  });

  it('describes each resource with the type of shared/contracts', async () => {
    const header = [
      "import type * as contracts from '@solvent/contracts';",
      "import type { components } from './api.ts';",
      "type Schemas = components['schemas'];",
      'type Same<One, Other> = [One, Other] extends [Other, One] ? true : { one: One; other: Other };',
    ];
    const names = Object.keys(schemas);
    const checks = names.map((name) => `export const is${name}: Same<Schemas['${name}'], contracts.${name}> = true;`);
    expect(names).toEqual(expect.arrayContaining(['Bid', 'FailureBody', 'Message', 'Module', 'Problem', 'PublicProfile']));
    // Proves that the compiler finds a difference.
    const wrong = "export const isDifferent: Same<Schemas['Bid'], contracts.Problem> = true;";
    const errors = await checkAgainstContracts([...header, ...checks, wrong]);
    const line = header.length + checks.length + 1;
    expect(errors.split('\n').filter((found) => found.includes('error TS'))).toEqual([
      expect.stringContaining(`check.ts(${line},14)`),
    ]);
  });

  it('is a page that works under its own content policy', async () => {
    const page = await test.app.inject('/api/docs/');
    const policy = String(page.headers['content-security-policy']);
    expect(page.headers['content-type']).toContain('text/html');
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe-eval');
  });
});
