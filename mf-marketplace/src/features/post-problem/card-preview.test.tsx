import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, within } from '@testing-library/react';
import { CardPreview } from './card-preview.tsx';
import { EMPTY_PROBLEM } from './problem-draft.ts';

const values = {
  title: 'Websocket drops messages',
  body: '## What happens\n\nIt **breaks**.',
  category: 'backend' as const,
  tags: ['React'],
  budget: '1250',
};

beforeEach(() => void signInAs({ name: 'Ada Park' }));
afterEach(() => clearSession());

describe('the preview of the card', () => {
  it('is the card of the list, to look at and not to use', async () => {
    const { user } = renderScreen(<CardPreview values={values} />);
    await user.click(screen.getByRole('button', { name: 'Preview as card' }));
    const preview = within(screen.getByRole('group', { name: 'Preview of the card' }));
    const card = preview.getByRole('article', { name: 'Websocket drops messages' });
    expect(card.closest('[inert]')).not.toBeNull();
    for (const text of ['Backend Development', 'What happens It breaks.', 'React', '$1,250', 'Ada Park', '0 Bids'])
      expect(preview.getByText(text)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Hide the card' }));
    expect(screen.queryByRole('article')).toBeNull();
  });

  it('is there before anything is written', async () => {
    const { user } = renderScreen(<CardPreview values={EMPTY_PROBLEM} />);
    await user.click(screen.getByRole('button', { name: 'Preview as card' }));
    expect(screen.getByRole('article', { name: 'Your title' })).toBeInTheDocument();
  });
});
