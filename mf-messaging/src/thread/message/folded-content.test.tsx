import { renderScreen } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';
import { Component as FoldedContent } from './folded-content.tsx';

/** jsdom has no layout: each line break is 20 px, and folded content is 400 px high. */
function mockHeights() {
  Object.defineProperty(HTMLElement.prototype, 'scrollHeight', {
    configurable: true,
    get(this: HTMLElement) {
      return (this.textContent ?? '').split('\n').length * 20;
    },
  });
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 });
}
beforeAll(mockHeights);

const open = (lines: number) => {
  const text = Array.from({ length: lines }, (_, index) => `Line ${index}`).join('\n');
  return renderScreen(
    <FoldedContent text={text} maxH="400px">
      {text}
    </FoldedContent>,
  );
};

describe('a long message (product 4.35)', () => {
  it('folds after 20 lines, and stays unfolded', async () => {
    const view = open(21);
    await view.user.click(screen.getByRole('button', { name: 'Show more', expanded: false }));
    expect(screen.getByRole('button', { name: 'Show less', expanded: true })).toBeVisible();
    view.unmount();
    const again = open(21);
    await again.user.click(screen.getByRole('button', { name: 'Show less' }));
    expect(screen.getByRole('button', { name: 'Show more' })).toBeVisible();
  });

  it('shows 20 lines without a fold', () => {
    open(20);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
