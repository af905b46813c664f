import { join } from 'node:path';
import { makeSmallDisk } from '../../../scripts/cluster/small-disk.mjs';
import { createFiles } from '../platform/objects/files.ts';
import { readDataDisk } from '../platform/objects/data-disk.ts';
import { temporaryFolder } from '../testing/server-process.ts';
import { openSite } from '../testing/site.ts';
import { picture, upload } from '../testing/uploads.ts';

it('while the disk of the data folder is full uploads say so, reading and readiness go on, and all is well once there is space', async () => {
  const folder = temporaryFolder();
  const disk = await makeSmallDisk(join(folder.path, 'disk'), 300);
  // Mounting one needs root.
  if (disk === undefined) return folder.remove();
  const dataDir = disk.folder;
  const files = createFiles({ bucket: undefined, dataDir });
  const { test, close } = await openSite({ ports: { files, dataDisk: () => readDataDisk(dataDir) } });
  const caller = await test.signedIn('seeker');
  const send = async (seed: number) => upload(test, caller, [{ content: await picture('png', 60, 40, seed) }]);
  const ready = async () => (await test.app.inject('/api/health/ready')).json<Record<string, unknown>>();

  const { status, body } = await send(1);
  expect([status, await ready()]).toEqual([201, expect.not.objectContaining({ degraded: expect.anything() })]);
  const url = (body['file'] as { url: string }).url;

  disk.fill();
  expect(await send(2)).toMatchObject({ status: 507, body: { code: 'storage_full', message: expect.stringContaining('no space') } });
  expect((await test.app.inject(url)).statusCode).toBe(200);
  expect(await ready()).toMatchObject({ health: 'ready', degraded: ['disk'], reasons: [expect.stringContaining('is full: 0 MB')] });

  disk.free();
  expect((await send(2)).status).toBe(201);
  expect(await ready()).not.toHaveProperty('degraded');

  await close();
  await disk.remove();
  folder.remove();
});
