import { expect } from '@playwright/test';
import type { APIRequestContext } from '@playwright/test';

export interface Mail {
  to: string;
  subject: string;
  link: string | null;
  at: string;
}

export interface Mailbox {
  list: () => Promise<Mail[]>;
  /** Waits for an email to the address. @returns its newest link */
  linkFor: (address: string) => Promise<string>;
  expire: (link: string) => Promise<void>;
}

/** Reads emails from the local identity emulator. */
export function createMailbox(request: APIRequestContext): Mailbox {
  async function list(): Promise<Mail[]> {
    const response = await request.get('/dev/mail', { headers: { Accept: 'application/json' } });
    const { messages } = (await response.json()) as { messages: Mail[] };
    return messages;
  }
  return {
    list,
    async linkFor(address) {
      let link: string | null | undefined;
      await expect(async () => {
        link = (await list()).find(({ to }) => to === address)?.link;
        expect(link, `a mail to ${address}`).toBeTruthy();
      }).toPass();
      return link ?? '';
    },
    async expire(link) {
      const { origin, searchParams } = new URL(link);
      const response = await request.post(`${origin}/solvent/links/expire`, { data: { oobCode: searchParams.get('oobCode') } });
      expect(response.ok(), await response.text()).toBe(true);
    },
  };
}
