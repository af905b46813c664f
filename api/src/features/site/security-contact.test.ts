import type { Config } from '../../platform/config/config.ts';
import { createTestApp } from '../../testing/test-app.ts';

async function securityTxt(config: Partial<Config>) {
  const test = await createTestApp({ config });
  try {
    return await test.app.inject('/.well-known/security.txt');
  } finally {
    await test.close();
  }
}

describe('/.well-known/security.txt (RFC 9116)', () => {
  it('has the contact, the site, and an expiry within a year', async () => {
    const answer = await securityTxt({
      securityContact: 'mailto:security@solvent.example',
      publicUrl: 'https://solvent.example',
    });
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    const [contact, expires, languages, canonical, ...rest] = answer.body.split('\n');
    expect([contact, languages, canonical, ...rest]).toEqual([
      'Contact: mailto:security@solvent.example',
      'Preferred-Languages: en',
      'Canonical: https://solvent.example/.well-known/security.txt',
      '',
    ]);
    const days = (Date.parse(expires?.replace('Expires: ', '') ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(170);
    expect(days).toBeLessThan(365);
  });

  it('does not name the site by the host of a request', async () => {
    expect((await securityTxt({ securityContact: 'https://solvent.example/security' })).body).not.toContain('Canonical');
  });

  it('is absent without a contact', async () => {
    expect((await securityTxt({})).statusCode).toBe(404);
  });
});
