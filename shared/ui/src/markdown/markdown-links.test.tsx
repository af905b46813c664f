import { screen } from '@testing-library/react';
import { renderUi } from '../testing/render-ui.tsx';
import { Markdown } from './markdown.tsx';

describe('a markdown text (product 5.15)', () => {
  it('has links to its own headings, whose ids are unique on the page, without another address', async () => {
    const text = '[Usage](#usage), [more](#Über), [again](#usage-1), [none](#main)\n\n# Usage\n\n# Über\n\n# Usage';
    const { user } = renderUi(
      <>
        <main id="main" />
        <Markdown text={text} />
        <Markdown text={text} />
      </>,
    );
    const before = window.location.href;
    const headings = await screen.findAllByRole('heading');
    expect(headings).toHaveLength(6);
    const links = screen.getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(['Usage', 'more', 'again', 'Usage', 'more', 'again']);
    for (const [index, link] of links.entries()) {
      expect(link).not.toHaveAttribute('target');
      await user.click(link);
      expect(headings[index]).toHaveFocus();
    }
    expect(window.location.href).toBe(before);
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id === 'main' || id === 'usage')).toEqual(['main']);
  });

  it('has relative links to the repository, and none without one', async () => {
    const text = '[Options](docs/options.md), ![a plan](plan.png), [page](/problems) and [home](https://a.example)';
    const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    const { rerender } = renderUi(<Markdown text={text} />);
    expect(await screen.findByRole('link', { name: 'home' })).toBeVisible();
    expect(links()).toEqual(['/problems', 'https://a.example']);
    expect(screen.getByText(/^Options, a plan,/)).toBeVisible();
    rerender(<Markdown text={text} repositoryUrl="https://github.com/ada/retry" />);
    expect(links()).toEqual([
      'https://github.com/ada/retry/blob/HEAD/docs/options.md',
      'https://github.com/ada/retry/blob/HEAD/plan.png',
      '/problems',
      'https://a.example',
    ]);
  });
});
