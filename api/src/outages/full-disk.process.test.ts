import { join } from 'node:path';
import { makeSmallDisk } from '../../../scripts/cluster/small-disk.mjs';
import { readConfig } from '../platform/config/config.ts';
import { createFiles } from '../platform/objects/files.ts';
import { readDataDisk } from '../platform/objects/data-disk.ts';
import { checkFiles } from '../preflight/stores.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { temporaryFolder } from '../testing/server-process.ts';
import { openSite } from '../testing/site.ts';
import { picture, upload } from '../testing/uploads.ts';

it('a full disk of the data folder refuses uploads but serves reads and stays ready, and uploads resume with free space', async () => {
  const folder = temporaryFolder();
  const disk = await makeSmallDisk(join(folder.path, 'disk'), 300);
  // Mounting a file system needs root.
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
  expect(await send(2)).toMatchObject({
    status: 507,
    body: { code: 'storage_full', message: expect.stringContaining('no space') },
  });
  expect((await test.app.inject(url)).statusCode).toBe(200);
  // A server looks at most once a second.
  await waitUntil(async () => 'degraded' in (await ready()));
  expect(await ready()).toMatchObject({
    health: 'ready',
    degraded: ['disk'],
    reasons: [expect.stringContaining('is full: 0 MB')],
  });

  expect((await checkFiles(readConfig({ DATA_DIR: dataDir })))?.sentence).toMatch(
    / cannot be written \(.+\): make room on its disk/,
  );

  disk.free();
  expect((await send(2)).status).toBe(201);
  await waitUntil(async () => !('degraded' in (await ready())));

  await close();
  await disk.remove();
  folder.remove();
});
