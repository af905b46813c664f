import { jest } from '@jest/globals';

const toast = { success: jest.fn(), error: jest.fn() };
jest.unstable_mockModule('@solvent/ui', () => ({ toast }));
const { sharePage } = await import('./browser-files.ts');

const writeText = jest.fn<(text: string) => Promise<void>>();
const share = jest.fn<(data: { title: string; url: string }) => Promise<void>>();
const PAGE_URL = 'http://localhost/view-problems/p1';

beforeEach(() => {
  for (const mock of [toast.success, toast.error]) mock.mockReset();
  for (const mock of [writeText, share]) mock.mockReset().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard');
  Reflect.deleteProperty(navigator, 'share');
});

describe('sharing a page', () => {
  const shareIt = () => sharePage('Flaky test', '/view-problems/p1');

  it("passes its link to the system's dialog", async () => {
    await shareIt();
    expect(share.mock.calls).toEqual([[{ title: 'Flaky test', url: PAGE_URL }]]);
    expect(writeText).not.toHaveBeenCalled();
  });

  it('copies the link where there is no dialog', async () => {
    Reflect.deleteProperty(navigator, 'share');
    await shareIt();
    expect(writeText).toHaveBeenCalledWith(PAGE_URL);
    expect(toast.success).toHaveBeenCalledWith('Link copied');
  });

  it('copies the link when the dialog fails, and nothing when a person closes it', async () => {
    share.mockRejectedValueOnce(new DOMException('Closed.', 'AbortError'));
    await shareIt();
    expect(writeText).not.toHaveBeenCalled();
    share.mockRejectedValueOnce(new DOMException('No.', 'NotAllowedError'));
    await shareIt();
    expect(toast.success.mock.calls).toEqual([['Link copied']]);
  });

  it('explains what to do when the link cannot be copied', async () => {
    Reflect.deleteProperty(navigator, 'share');
    writeText.mockRejectedValueOnce(new Error('No.'));
    await shareIt();
    expect(toast.error).toHaveBeenCalledWith('The link could not be copied. Copy it from the address bar.');
  });
});
