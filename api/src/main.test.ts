import { publishLiveRelease } from './testing/releases.ts';
import { buildApi, startServer, temporaryFolder } from './testing/server-process.ts';

const headers = { 'content-type': 'application/json', 'x-app-key': 'solvent-web' };
const account = { email: 'ada@example.com', password: 'difference-engine' };
const post = (url: string, body: object) => fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });

// Other tests of the built server are in main.process.test.ts.
it('the built server starts on the embedded database, and keeps its data over a restart on SIGTERM', async () => {
  const [built, data] = [await buildApi(), temporaryFolder()];
  await publishLiveRelease(`${data.path}/releases`);
  const first = await startServer(built, { DATA_DIR: data.path });
  expect((await fetch(`${first.url}/api/health/ready`)).status).toBe(200);
  expect((await post(`${first.url}/api/auth/signup`, { name: 'Ada', role: 'seeker', ...account })).status).toBe(201);
  expect(await first.stop()).toBe(0);
  const second = await startServer(built, { DATA_DIR: data.path });
  expect((await post(`${second.url}/api/auth/login`, account)).status).toBe(200);
  expect(await second.stop()).toBe(0);
  data.remove();
  built.remove();
});
