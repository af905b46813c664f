import { openTestDatabase } from '../../testing/test-database.ts';
import { createQueue, testJobs } from '../../testing/test-jobs.ts';
import { getSpanPath, startTraceReceiver } from '../../testing/trace-receiver.ts';
import { defineJob } from '../jobs/job.ts';
import { createLogger } from '../log.ts';
import { startOpenTelemetry } from './otel.ts';
import { withSpan, setTracer } from './tracing.ts';

const traced = defineJob<{ origin: string }>('test-traced');

it('a job continues the trace that added it in any process, or starts its own', async () => {
  const receiver = await startTraceReceiver();
  const settings = { endpoint: receiver.endpoint, serviceName: 'test', ratio: 1 };
  const tracer = await startOpenTelemetry(settings, createLogger({ logLevel: 'silent' }));
  setTracer(tracer);
  const database = await openTestDatabase();
  await createQueue(database.db, traced.name);
  const [one, other] = [testJobs(database.db), testJobs(database.db)];
  const done: string[] = [];
  other.handle(traced, async ({ origin }) => done.push(origin));

  await withSpan({ name: 'request', kind: 'server' }, undefined, () => one.add(database.db, traced, { origin: 'request' }));
  await one.add(database.db, traced, { origin: 'none' });
  await other.runAll();
  await tracer.close();

  expect(done.toSorted()).toEqual(['none', 'request']);
  const jobs = receiver.spans.filter(({ name }) => name === 'job test-traced');
  const paths = jobs.map((span) => getSpanPath(span, receiver.spans).join(' > '));
  expect(paths.toSorted()).toEqual(['job test-traced', 'request > job test-traced']);
  expect(new Set(jobs.map(({ traceId }) => traceId)).size).toBe(2);

  setTracer(undefined);
  await Promise.all([one.close(), other.close()]);
  await database.close();
  await receiver.close();
});
