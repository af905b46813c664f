import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getDevPort } from '../dev/dev-port.mjs';
import { getFolder, listRemotes, requireFreeDevPorts } from '../dev/servers.mjs';
import { isAtLeast, requireNode } from './node-version.mjs';
import { chooseChannel } from './product.mjs';
import { ROOT } from './root.mjs';
import { Services } from './services.mjs';
import { makeWritable, requireWritable } from '../../shared/setup/folders.mjs';
import { requireFreePort } from '../../shared/setup/ports.mjs';
import { freePort, readSettings, SECOND_COPY } from './settings.mjs';
import { NO_SETTINGS } from '../test/no-settings.mjs';

const run = promisify(execFile);
const START = join(ROOT, 'scripts/start.mjs');

/** Runs a command with only these settings, and returns its output. */
const runWithSettings = (env, program = START) =>
  run(process.execPath, [program], { env: { ...process.env, ...NO_SETTINGS, ...env } }).then(
    () => ({ code: 0, stdout: '', stderr: '' }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

describe('Node', () => {
  it.each([
    ['v20.19.0', '20.19', true],
    ['v20.18.9', '20.19', false],
    ['v22.0.0', '20.19', true],
    ['v18.20.0', '20.19', false],
  ])('%s is at least %s: %s', (version, least, expected) => {
    expect(isAtLeast(version, least)).toBe(expected);
  });

  it('that is too old is refused', () => {
    expect(() => requireNode('v18.20.0')).toThrow('Solvent needs Node 20.19 or newer, and this is v18.20.0');
  });
});

describe('settings', () => {
  it('have the defaults of the example', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      identityPort: 9099,
      host: '127.0.0.1',
      dataDir: join(ROOT, '.data'),
      isDemo: true,
    });
  });

  it.each(['0', '65536', 'three', '3000.5'])('with the port %s are refused by name', (PORT) => {
    expect(() => readSettings({ PORT })).toThrow('PORT must be a whole number from 1 to 65535');
  });
});

describe('what npm start serves', () => {
  it.each([
    ['the working tree', undefined, 'local', ['deploy', '--tree', '--channel', 'local']],
    ['the working tree if CHANNEL names its channel', 'local', 'local', ['deploy', '--tree', '--channel', 'local']],
    ['the releases of another channel', 'staging', 'staging', ['deploy', '--begin', '--channel', 'staging']],
  ])('is %s', (_what, CHANNEL, channel, deliver) => {
    expect(chooseChannel({ CHANNEL })).toMatchObject({ channel, deliver });
  });
});

describe('npm start', () => {
  let folder = '';
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'solvent-setup-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('refuses a port that is in use before it builds anything', async () => {
    const server = createServer();
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address();
    const { code, stderr } = await runWithSettings({ PORT: String(port), DATA_DIR: folder });
    await new Promise((done) => server.close(done));
    expect(code).toBe(1);
    expect(stderr).toMatch(
      new RegExp(
        `^Port ${port} is in use: stop the program that has it, or run this copy beside it:\\n\\n  PORT=3\\d00 IDENTITY_PORT=9\\d99 DATA_DIR=\\.data-\\d npm start\\n`,
      ),
    );
  });

  it('proposes the second copy that README.md shows, whose port no dev server has', () => {
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(`\n${SECOND_COPY} npm start\n`);
    const devPorts = ['shell', ...listRemotes().map(getFolder)].map((name) => getDevPort(join(ROOT, name)));
    expect(devPorts).not.toContain(Number(/^PORT=(\d+)/.exec(SECOND_COPY)[1]));
  });

  it('checks the data folder first, and creates it later', async () => {
    await writeFile(join(folder, 'file'), '');
    expect(() => requireWritable(join(folder, 'file/data'))).toThrow(/The data folder \S+\/file\/data cannot be written/);
    expect(() => makeWritable('/proc/solvent/data')).toThrow('The data folder /proc/solvent/data cannot be written');
    const data = join(folder, 'to/be/made');
    expect(() => requireWritable(data)).not.toThrow();
    expect(existsSync(join(folder, 'to'))).toBe(false);
    makeWritable(data);
    expect(existsSync(data)).toBe(true);
  });

  it.each([
    ['npm start', START],
    ['pnpm dev', join(ROOT, 'scripts/dev.mjs')],
  ])('%s refuses production and other machines before it creates or builds anything', async (command, program) => {
    const file = join(folder, 'settings');
    await writeFile(file, 'NODE_ENV=production\nSEED=none');
    // Undefined instead of empty, because the environment overrides the file.
    const unset = { NODE_ENV: undefined, SEED: undefined };
    const settings = { DATA_DIR: join(folder, 'data') };
    const [production, reachable] = await Promise.all([
      runWithSettings({ ...unset, ...settings, ENV_FILE: file }, program),
      runWithSettings({ ...settings, HOST: '0.0.0.0' }, program),
    ]);
    expect(production).toMatchObject({ code: 1, stdout: '' });
    expect(production.stderr).toContain(`NODE_ENV is production, and "${command}" is`);
    expect(reachable).toMatchObject({ code: 1, stdout: '' });
    expect(reachable.stderr).toContain('HOST is 0.0.0.0');
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});

describe('pnpm dev', () => {
  it('refuses ports of dev servers that are in use before it proposes other ports of the product', async () => {
    const port = getDevPort(join(ROOT, 'shell'));
    const server = createServer();
    // If another program already uses the port, the command refuses it as well.
    await new Promise((done) => server.once('error', done).listen(port, '127.0.0.1', done));
    const product = createServer();
    await new Promise((done) => product.listen(0, '127.0.0.1', done));
    const { code, stderr } = await runWithSettings({ PORT: String(product.address().port) }, join(ROOT, 'scripts/dev.mjs'));
    for (const opened of [server, product]) await new Promise((done) => opened.close(done));
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^Port ${port} is in use, which the dev server of shell needs: stop the program `));
    expect(stderr).toContain('Only one copy of the product at a time can run dev servers.');
    expect(stderr).not.toContain('IDENTITY_PORT');
  });

  it('names the package whose dev server has no port', async () => {
    const root = await mkdtemp(join(tmpdir(), 'solvent-setup-'));
    await mkdir(join(root, 'mf-reports'));
    await writeFile(join(root, 'mf-reports/rspack.config.mjs'), 'export default remoteConfig({});');
    await expect(requireFreeDevPorts(['reports'], root)).rejects.toThrow('mf-reports/rspack.config.mjs has no port');
    await rm(root, { recursive: true });
  });
});

describe('services', () => {
  /** Formats the code of a service that responds on a port. */
  const formatService = (port) =>
    `require('node:http').createServer((_, answer) => answer.end('ok')).listen(${port}, '127.0.0.1')`;

  it('are ready when they answer, and gone when they are stopped', async () => {
    const port = await freePort();
    const services = new Services();
    services.start('The service', ['-e', formatService(port)]);
    await services.ready(`http://127.0.0.1:${port}/`);
    await services.stop();
    await expect(requireFreePort(port, '127.0.0.1', 'PORT')).resolves.toBeUndefined();
  });

  it('end all when one ends by itself', async () => {
    const services = new Services();
    services.start('The service', ['-e', 'process.exit(3)']);
    await expect(services.failure).rejects.toThrow('The service ended by itself (code 3).');
  });

  it('without output are reported with their last output', async () => {
    const services = new Services();
    services.start('The service', ['-e', 'console.log("No space left"); process.exit(3)'], { quiet: true });
    await expect(services.failure).rejects.toThrow('The service ended by itself (code 3). Last output:\nNo space left');
  });

  it('that the system killed are reported with advice', async () => {
    const services = new Services();
    services.start('The service', ['-e', 'process.kill(process.pid, "SIGKILL")']);
    await expect(services.failure).rejects.toThrow(
      'The service was killed (SIGKILL), probably because the system ran out of memory: free',
    );
  });

  it('that ended make ready() fail', async () => {
    const code = `import { Services } from ${JSON.stringify(join(ROOT, 'scripts/setup/services.mjs'))};
      const services = new Services();
      services.start('The service', ['-e', 'process.exit(3)']);
      await services.ready('http://127.0.0.1:${await freePort()}/').catch((error) => console.log(error.message));
      await services.stop();`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code]);
    expect(stdout).toBe('The service ended by itself (code 3).\n');
  });

  it('stop by themselves when their starter is killed', async () => {
    const port = await freePort();
    const code = `import { Services } from ${JSON.stringify(join(ROOT, 'scripts/setup/services.mjs'))};
      const services = new Services();
      services.start('The service', ['-e', ${JSON.stringify(formatService(port))}]);
      await services.ready('http://127.0.0.1:${port}/');
      console.log('ready');`;
    const starter = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((done) => starter.stdout.once('data', done));
    starter.kill('SIGKILL');
    await new Promise((done) => starter.once('close', done)); // its output closes when the service, which shares it, ends
    await expect(requireFreePort(port, '127.0.0.1', 'PORT')).resolves.toBeUndefined();
  });
});
