import { expect } from '@playwright/test';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import type { Bid, CreateProblemBody, PlaceBidBody, Problem } from '@solvent/contracts';
import type { Person } from './people.ts';

export const getAuthHeaders = ({ token }: Person) => ({ 'x-app-key': 'solvent-web', Authorization: `Bearer ${token}` });

export async function parseResponse<Body>(response: APIResponse): Promise<Body> {
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as Body;
}

export async function postProblem(
  request: APIRequestContext,
  person: Person,
  fields: Partial<CreateProblemBody> = {},
): Promise<Problem> {
  const data: CreateProblemBody = {
    title: 'Messages are lost after a reconnect',
    body: 'After a reconnect the client misses what was sent meanwhile.',
    category: 'backend',
    tags: ['React'],
    budget: 300,
    ...fields,
  };
  const response = await request.post('/api/problems', { headers: getAuthHeaders(person), data });
  return (await parseResponse<{ problem: Problem }>(response)).problem;
}

export async function placeBid(
  request: APIRequestContext,
  person: Person,
  problemId: string,
  fields: Partial<PlaceBidBody> = {},
): Promise<Bid> {
  const message = 'I would start with a test that fails, and then fix what it shows.';
  const data: PlaceBidBody = { problemId, amount: 250, estimatedDays: 4, message, ...fields };
  const response = await request.post('/api/bids', { headers: getAuthHeaders(person), data });
  return (await parseResponse<{ bid: Bid }>(response)).bid;
}
