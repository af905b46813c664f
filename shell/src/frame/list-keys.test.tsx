import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useListKeys } from './list-keys.ts';

const help = jest.fn();

function Page() {
  useListKeys(help);
  return (
    <main>
      <input aria-label="Search" />
      {['One', 'Two', 'Three'].map((title) => (
        <article key={title}>
          <h2>
            <a href={`/${title}`}>{title}</a>
          </h2>
          <button type="button">Save {title}</button>
        </article>
      ))}
    </main>
  );
}

const link = (name: string) => screen.getByRole('link', { name });

describe('keys in lists (product 10.26)', () => {
  it('J and K go between cards, also from within one, and stay at the ends', async () => {
    render(<Page />);
    await userEvent.keyboard('j');
    expect(link('One')).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard('j');
    expect(link('Two')).toHaveFocus();
    await userEvent.keyboard('jj');
    expect(link('Three')).toHaveFocus();
    await userEvent.keyboard('k');
    expect(link('Two')).toHaveFocus();
  });

  it('a question mark asks which keys there are', async () => {
    render(<Page />);
    await userEvent.keyboard('?');
    expect(help).toHaveBeenCalledTimes(1);
  });

  it('are letters while somebody types, and nothing with Ctrl', async () => {
    render(<Page />);
    help.mockClear();
    await userEvent.keyboard('{Control>}j{/Control}');
    await userEvent.type(screen.getByRole('textbox'), 'jk?');
    expect(screen.getByRole('textbox')).toHaveValue('jk?');
    expect(screen.getByRole('textbox')).toHaveFocus();
    expect(help).not.toHaveBeenCalled();
  });
});
