import { createServer } from 'node:net';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/setup/root.mjs';
import { createFirebaseVerifier } from '../../../api/src/platform/identity/firebase-verifier.ts';
import { buildApi, freePort, startProgram } from '../../../api/src/testing/server-process.ts';
import type { BuiltApi, RunningProgram } from '../../../api/src/testing/server-process.ts';

let built: BuiltApi;
const started: RunningProgram[] = [];
beforeAll(async () => {
  built = await buildApi(join(ROOT, 'dev/identity'));
});
afterAll(() => {
  for (const { child } of started) child.kill('SIGKILL');
  built.remove();
});

function start(env: Record<string, string>): RunningProgram {
  const running = startProgram(built, 'main', env);
  started.push(running);
  return running;
}

async function call(port: number, method: string, body: object): Promise<Record<string, string>> {
  const answer = await fetch(`http://127.0.0.1:${port}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=demo-key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
    body: JSON.stringify(body),
  });
  expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
  // The assertions check this type.
  return (await answer.json()) as Record<string, string>;
}

describe('the identity emulator', () => {
  it('proves an address to the verifier by the link and by nothing else, and ends on SIGTERM', async () => {
    const port = await freePort();
    const emulator = start({ IDENTITY_PORT: String(port) });
    await emulator.waitForOutput(`listens on http://127.0.0.1:${port}`);
    // Another user registered the address with a password before its owner (issue 49).
    const foreign = { email: 'ada@example.com', password: 'of-someone-else' };
    expect(await call(port, 'signUp', foreign)).toHaveProperty('idToken');
    await call(port, 'sendOobCode', {
      requestType: 'EMAIL_SIGNIN',
      email: 'Ada@Example.com',
      continueUrl: 'http://localhost:3000/finishSignUp',
    });
    const listed = await (await fetch(`http://127.0.0.1:${port}/solvent/links`)).json();
    expect(listed).toMatchObject({ links: [{ to: 'ada@example.com', subject: 'Confirm your email address for Solvent' }] });
    // The assertion above guarantees one link.
    const { link } = (listed as { links: [{ link: string }] }).links[0];
    const oobCode = new URL(link).searchParams.get('oobCode') ?? '';
    const verifier = createFirebaseVerifier(
      { projectId: 'demo-solvent', apiKey: 'demo-key', authDomain: 'localhost', emulatorHost: `127.0.0.1:${port}` },
      'emulator-test',
    );
    const refused = (field: string) => ({ code: 'identity_mismatch', errors: { [field]: expect.any(String) } });
    await expect(verifier.redeemLink({ email: 'eve@example.com', oobCode })).rejects.toMatchObject(refused('email'));
    await verifier.redeemLink({ email: 'ada@example.com', oobCode });
    await expect(verifier.redeemLink({ email: 'ada@example.com', oobCode })).rejects.toMatchObject(refused('oobCode'));
    const { idToken = '' } = await call(port, 'signInWithPassword', foreign);
    await expect(verifier.verify(idToken)).rejects.toMatchObject({
      message: 'This sign-in is not one with GitHub or Google. Please start again.',
    });
    emulator.child.kill('SIGTERM');
    expect(await emulator.ended).toBe(0);
  }, 300_000);

  it('says in one sentence that its port is in use', async () => {
    const port = await freePort();
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(port, '127.0.0.1', resolve);
    });
    const emulator = start({ IDENTITY_PORT: String(port) });
    expect(await emulator.ended).toBe(1);
    other.close();
    expect(emulator.output()).toBe(
      `Port ${port} is in use: stop the program that has it, or set IDENTITY_PORT to another one.\n`,
    );
  }, 300_000);

  it('refuses to run in production', async () => {
    const production = {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://a@b/c',
      DATA_DIR: '/var/lib/solvent',
      FIREBASE_PROJECT_ID: 'solvent',
      FIREBASE_API_KEY: 'k',
      FIREBASE_AUTH_DOMAIN: 'd',
    };
    const emulator = start(production);
    expect(await emulator.ended).toBe(1);
    expect(emulator.output()).toBe('NODE_ENV is production, where the identity emulator must not run: it believes anybody.\n');
  }, 300_000);
});
