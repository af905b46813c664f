import { intersect } from '@solvent/testing/browser-parts';
import { buildProblem } from '@solvent/testing/factories';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen } from '@testing-library/react';
import { ProblemBlock } from './problem-block.tsx';

const HEIGHT = 640;

function show(problems = [buildProblem({ title: 'First' }), buildProblem({ title: 'Second' })]) {
  const view = renderScreen(<ProblemBlock problems={problems} firstPlace={11} total={9999} />);
  // jsdom lays nothing out.
  const block = view.container.firstElementChild as HTMLElement;
  Object.defineProperty(block, 'offsetHeight', { value: HEIGHT });
  const leave = () => act(() => intersect(block, false));
  const come = () => act(() => intersect(block));
  return { ...view, problems, block, leave, come };
}

describe('a page of the list', () => {
  it('says the place of each problem in the whole list', () => {
    show();
    const [first, second] = screen.getAllByRole('listitem');
    expect(first).toHaveAttribute('aria-posinset', '11');
    expect(second).toHaveAttribute('aria-posinset', '12');
    expect(second).toHaveAttribute('aria-setsize', '9999');
  });

  it('leaves the document when it is far away, and keeps its height', () => {
    const { block, leave, come } = show();
    leave();
    expect(screen.queryByRole('article')).toBeNull();
    expect(block).toHaveStyle({ height: `${HEIGHT}px` });
    come();
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(block.style.height).toBe('');
  });

  it('stays while the focus is in it', () => {
    const { leave } = show();
    screen.getByRole('link', { name: 'First' }).focus();
    leave();
    expect(screen.getAllByRole('article')).toHaveLength(2);
  });

  it('has its height at once when somebody comes back to the list', () => {
    const { leave, problems, unmount } = show();
    leave();
    unmount();
    const { block } = show(problems);
    expect(block).toHaveStyle({ height: `${HEIGHT}px` });
    expect(screen.queryByRole('article')).toBeNull();
  });
});
