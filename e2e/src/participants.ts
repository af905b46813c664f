import type { APIRequestContext } from '@playwright/test';
import { openConversation, writeMessage } from './chat.ts';
import { getAuthHeaders, parseResponse, placeBid, postProblem } from './marketplace.ts';
import type { People, Person } from './people.ts';
import { buyModule, createTitle, publishModule } from './toolbox.ts';

interface Participant {
  person: Person;
  /** Screens of the role, with the longest and with short names. */
  paths: string[];
}

export interface Participants {
  seeker: Participant;
  solver: Participant;
  problemId: string;
  agreedId: string;
  conversationId: string;
  moduleId: string;
  /** Of the module that the seeker bought. */
  receiptPath: string;
}

const SHARED_PATHS = [
  '/home',
  '/profile',
  '/profile/settings',
  '/profile/settings/profile',
  '/profile/settings/account',
  '/profile/settings/security',
  '/profile/settings/data',
  '/notifications',
  '/saved-problems',
  '/conversations',
  '/toolbox/upload',
  '/toolbox/saved',
  '/toolbox/purchased',
];

export const LONG_TITLE = `Messages get lost ${'x'.repeat(95)}`;

/** Creates a seeker and a solver with a problem and two bids, an agreement, a conversation with a file, and a sold module. */
export async function createParticipants(people: People, request: APIRequestContext): Promise<Participants> {
  const [seeker, solver] = [await people.create('seeker', 'N'.repeat(80)), await people.create('solver', 'W'.repeat(80))];
  const problem = await postProblem(request, seeker, { title: LONG_TITLE, budget: 10_000 });
  await placeBid(request, solver, problem._id, { amount: 1_000_000 });
  await placeBid(request, await people.create('solver'), problem._id);
  const question = { content: `Which version of the client is it? ${'y'.repeat(80)}` };
  await parseResponse(
    await request.post(`/api/problems/${problem._id}/comments`, { headers: getAuthHeaders(solver), data: question }),
  );

  const agreed = await postProblem(request, seeker, { title: LONG_TITLE, budget: 10_000 });
  const bid = await placeBid(request, solver, agreed._id, { amount: 1_000_000 });
  await parseResponse(await request.put(`/api/bids/${bid._id}/accept`, { headers: getAuthHeaders(seeker), data: {} }));

  const { _id: conversationId } = await openConversation(request, seeker, solver, problem._id);
  const log = { name: `${'log'.repeat(20)}.txt`, mimeType: 'text/plain', buffer: Buffer.from('It failed.') };
  await writeMessage(request, seeker, conversationId, 'When could you start?', [log]);
  await writeMessage(request, solver, conversationId, 'z'.repeat(200));

  await publishModule(request, solver, { title: createTitle('Short words') });
  const { id: moduleId } = await publishModule(request, solver, {
    title: createTitle(`Long words ${'W'.repeat(60)}`),
    price: 'paid',
    priceAmount: '24.50',
    documentation: `# How to use it\n\nRead the [guide](https://example.com/guide).\n\n\`\`\`sh\nnpm install ${'x'.repeat(120)}\n\`\`\`\n\n| a | b |\n| --- | --- |\n| ${'c'.repeat(60)} | ${'d'.repeat(60)} |`,
  });
  const { _id: purchaseId } = await buyModule(request, seeker, moduleId);
  const receiptPath = `/toolbox/purchased/${purchaseId}/receipt`;

  const shared = [
    ...SHARED_PATHS,
    `/view-problems/${problem._id}`,
    `/view-problems/${agreed._id}`,
    `/conversations?conversation=${conversationId}`,
    `/problem/discussion?problemId=${problem._id}&conversationId=${conversationId}`,
    ...['preview', 'documentation', 'installation'].map((tab) => `/toolbox/${moduleId}?tab=${tab}`),
  ];
  const seekerPaths = [
    '/post-problem',
    `/post-problem?edit=${problem._id}`,
    '/my-problems',
    `/profile/${solver._id}`,
    receiptPath,
  ];
  return {
    seeker: { person: seeker, paths: [...shared, ...seekerPaths] },
    solver: { person: solver, paths: [...shared, '/my-bids', '/toolbox/own', `/toolbox/${moduleId}/edit`] },
    problemId: problem._id,
    agreedId: agreed._id,
    conversationId,
    moduleId,
    receiptPath,
  };
}
