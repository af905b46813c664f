import type { APIRequestContext, Page } from '@playwright/test';
import type { Role } from '@solvent/contracts';
import { openConversation, writeMessage } from '../src/chat.ts';
import { expect, test } from '../src/index.ts';
import type { People, Person } from '../src/index.ts';
import { placeBid, postProblem } from '../src/marketplace.ts';
import { expectToStand } from '../src/screens/screen.ts';
import { newTitle, publishModule } from '../src/toolbox.ts';
import { smallTargets } from '../src/touch-targets.ts';

async function expectForFingers(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectToStand(page);
  expect.soft(await smallTargets(page), path).toEqual([]);
}

const PUBLIC = [
  '/home',
  '/problems',
  '/toolbox',
  '/toolbox/dark-mode',
  '/signin',
  '/signup',
  '/finishSignUp',
  '/reset-password',
  '/contact',
  '/terms',
  '/privacy',
];

for (const path of PUBLIC) {
  test(`everything on ${path} is large enough for a finger`, async ({ page }) => {
    await expectForFingers(page, path);
  });
}

const OF_EVERYBODY = [
  '/home',
  '/profile',
  '/notifications',
  '/saved-problems',
  '/conversations',
  '/toolbox/upload',
  '/toolbox/saved',
  '/toolbox/purchased',
];

/** A seeker and a solver who have dealt with each other, and the screens that each of them has of it. */
async function dealing(people: People, request: APIRequestContext): Promise<Record<Role, [Person, paths: string[]]>> {
  const [seeker, solver] = [await people.create('seeker'), await people.create('solver')];
  const problem = await postProblem(request, seeker);
  await placeBid(request, solver, problem._id);
  const { _id } = await openConversation(request, seeker, solver, problem._id);
  await writeMessage(request, seeker, _id, 'When could you start?');
  const { id } = await publishModule(request, solver, { title: newTitle('For fingers') });
  const shared = [
    `/view-problems/${problem._id}`,
    `/conversations?conversation=${_id}`,
    `/problem/discussion?problemId=${problem._id}&conversationId=${_id}`,
  ];
  return {
    seeker: [seeker, [...OF_EVERYBODY, ...shared, '/post-problem', '/my-problems', `/profile/${solver._id}`]],
    solver: [solver, [...OF_EVERYBODY, ...shared, '/my-bids', '/toolbox/own', `/toolbox/${id}`, `/toolbox/${id}/edit`]],
  };
}

for (const role of ['seeker', 'solver'] as const) {
  test(`everything that a ${role} sees is large enough for a finger`, async ({ page, people, request }) => {
    test.setTimeout(180_000);
    const [person, paths] = (await dealing(people, request))[role];
    await people.signIn(person);
    for (const path of paths) await expectForFingers(page, path);
  });
}
