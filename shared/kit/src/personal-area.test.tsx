import { renderScreen, useRealStyles } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';
import { PersonalArea, ReaderProvider } from './personal-area.tsx';

const STALE = { dataUpdatedAt: 0, failureCount: 0, fetchStatus: 'fetching' } as const;

const show = (answer: Parameters<typeof ReaderProvider>[0]['answer']) =>
  renderScreen(
    <ReaderProvider answer={answer}>
      <PersonalArea data-testid="area">
        <button type="button">Buy Now</button>
      </PersonalArea>
      <PersonalArea needs="session">
        <button type="button">Ask</button>
      </PersonalArea>
    </ReaderProvider>,
  );

describe('content that depends on the reader (product 10.9)', () => {
  useRealStyles();

  it('cannot be seen or used until the response of the signed-in user has arrived', () => {
    show(STALE);
    expect(screen.getByText('Buy Now')).not.toBeVisible();
    expect(screen.getByTestId('area')).toHaveAttribute('inert');
    expect(screen.getByTestId('area')).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByText('Ask')).toBeVisible();
  });

  it.each([
    ['has arrived', { ...STALE, dataUpdatedAt: 1 }],
    ['has failed', { ...STALE, failureCount: 1 }],
    ['cannot be requested offline', { ...STALE, fetchStatus: 'paused' } as const],
  ])('is shown once the response %s', (_word, answer) => {
    show(answer);
    expect(screen.getByText('Buy Now')).toBeVisible();
    expect(screen.getByTestId('area')).not.toHaveAttribute('aria-busy');
  });

  it('is hidden by the class of signed-in users in a page that the server rendered', () => {
    show({ ...STALE, dataUpdatedAt: 1 });
    screen.getByTestId('area').dataset['for'] = 'reader';
    expect(screen.getByText('Buy Now')).toBeVisible();
    document.documentElement.classList.add('has-session');
    expect(screen.getByText('Buy Now')).not.toBeVisible();
    document.documentElement.classList.remove('has-session');
  });
});
