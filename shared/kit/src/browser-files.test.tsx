import { jest } from '@jest/globals';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';
import { sharePage } from './browser-files.ts';

const writeText = jest.fn<(text: string) => Promise<void>>();
const share = jest.fn<(data: { title: string; url: string }) => Promise<void>>();

beforeEach(() => {
  writeText.mockReset().mockResolvedValue();
  share.mockReset().mockResolvedValue();
});
afterEach(() => void Reflect.deleteProperty(navigator, 'share'));

async function press(withDialog: boolean) {
  const { user } = renderScreen(
    <button type="button" onClick={() => void sharePage('Flaky test', '/view-problems/p1')}>
      Share
    </button>,
  );
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  if (withDialog) Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  await user.click(screen.getByRole('button', { name: 'Share' }));
}

describe('sharing a page', () => {
  it("hands its link to the system's dialog", async () => {
    await press(true);
    expect(share).toHaveBeenCalledWith({ title: 'Flaky test', url: 'http://localhost/view-problems/p1' });
    expect(writeText).not.toHaveBeenCalled();
  });

  it('copies the link where there is none', async () => {
    await press(false);
    expect(await screen.findByText('Link copied')).toBeInTheDocument();
    expect(writeText).toHaveBeenCalledWith('http://localhost/view-problems/p1');
  });

  it('copies the link when the dialog fails, and nothing when a person closes it', async () => {
    share.mockRejectedValueOnce(new DOMException('No.', 'NotAllowedError'));
    await press(true);
    expect(await screen.findByText('Link copied')).toBeInTheDocument();
    writeText.mockClear();
    share.mockRejectedValueOnce(new DOMException('Closed.', 'AbortError'));
    screen.getByRole('button', { name: 'Share' }).click();
    expect(writeText).not.toHaveBeenCalled();
  });

  it('says what to do when it cannot be copied', async () => {
    writeText.mockRejectedValueOnce(new Error('No.'));
    await press(false);
    expect(await screen.findByText('The link could not be copied. Copy it from the address bar.')).toBeInTheDocument();
  });
});
