import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { APIRequestContext, APIResponse, Page } from '@playwright/test';
import type { Conversation, ConversationResponse, Message, MessageResponse } from '@solvent/contracts';
import { getAuthHeaders } from './marketplace.ts';
import type { Person } from './people.ts';
import type { UploadFile } from './pictures.ts';
import { createThread } from './screens/messaging.ts';

/** Opens a conversation over the API. @param problemId undefined for a conversation with a solver */
export async function openConversation(
  request: APIRequestContext,
  person: Person,
  other: Person,
  problemId?: string,
): Promise<Conversation> {
  const data = { userId: other._id, ...(problemId && { problemId }) };
  const response = await request.post('/api/chat/conversations', { headers: getAuthHeaders(person), data });
  expect(response.ok(), await response.text()).toBe(true);
  return ((await response.json()) as ConversationResponse).conversation;
}

export function postMessage(
  request: APIRequestContext,
  person: Person,
  conversationId: string,
  content: string,
  files: UploadFile[] = [],
): Promise<APIResponse> {
  const form = new FormData();
  form.set('conversationId', conversationId);
  form.set('content', content);
  form.set('clientId', randomUUID());
  for (const { name, mimeType, buffer } of files)
    form.append('files', new File([new Uint8Array(buffer)], name, { type: mimeType }));
  return request.post('/api/chat/messages', { headers: getAuthHeaders(person), multipart: form });
}

export async function writeMessage(...args: Parameters<typeof postMessage>): Promise<Message> {
  const response = await postMessage(...args);
  expect(response.ok(), await response.text()).toBe(true);
  return ((await response.json()) as MessageResponse).message;
}

export async function storedTexts(request: APIRequestContext, person: Person, conversationId: string): Promise<string[]> {
  const response = await request.get(`/api/chat/messages/${conversationId}`, { headers: getAuthHeaders(person) });
  const { messages } = (await response.json()) as { messages: { content: string }[] };
  return messages.map(({ content }) => content);
}

export const getConversationLink = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name });

export async function sendMessage(page: Page, text: string): Promise<void> {
  const { field, send } = createThread(page);
  await field.fill(text);
  await send.click();
  await expect(field).toHaveValue('');
}

export async function jumpToLatest(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  const jump = page.getByRole('button', { name: /^Jump to the latest message/ });
  // The button may be visible for a moment only, while rows are measured.
  await expect(async () => {
    if (await jump.isVisible()) await jump.click({ timeout: 500 });
    await expect(jump).toBeHidden({ timeout: 500 });
  }).toPass();
}

/** Scrolls up to the start of the conversation. @param onStep called at each step */
export async function readUpwards(page: Page, onStep: () => Promise<void>): Promise<void> {
  const begin = page.getByText('This is where your conversation with');
  await page.getByRole('main').getByRole('article').last().hover();
  await expect(async () => {
    await onStep();
    await page.mouse.wheel(0, -300);
    await expect(begin).toBeInViewport({ timeout: 100 });
  }).toPass({ intervals: [50], timeout: 30_000 });
  await onStep();
}
