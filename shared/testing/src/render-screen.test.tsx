import { useQueryClient } from '@solvent/http';
import { Link, useParams, useSearchParams } from '@solvent/router';
import { toast } from '@solvent/ui';
import { screen } from '@testing-library/react';
import { renderScreen } from './render-screen.tsx';

function Problem() {
  const { id } = useParams();
  const [search] = useSearchParams();
  return (
    <>
      <h1>{`Problem ${id}, tab ${search.get('tab')}`}</h1>
      <Link to="/problem/discussion" state={{ problemId: id }}>
        Discuss
      </Link>
      <button type="button" onClick={() => toast.success('Saved')}>
        Save
      </button>
    </>
  );
}
const renderProblem = () => renderScreen(<Problem />, { at: '/problems/p-1?tab=bids', path: '/problems/:id' });
const address = () => screen.getByRole('status', { name: 'Address' });

describe('a screen in a test', () => {
  it('stands at its address, with params and query', () => {
    renderProblem();
    expect(screen.getByRole('heading', { name: 'Problem p-1, tab bids' })).toBeInTheDocument();
    expect(address()).toHaveTextContent('/problems/p-1?tab=bids');
  });

  it('shows where it went, with what state', async () => {
    const { user } = renderProblem();
    await user.click(screen.getByRole('link', { name: 'Discuss' }));
    expect(address()).toHaveTextContent('/problem/discussion');
    expect(screen.getByRole('status', { name: 'Route state' })).toHaveTextContent('{"problemId":"p-1"}');
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('has a user who types without a pause between the keys', async () => {
    const shown: string[] = [];
    const { user } = renderScreen(<input aria-label="Name" onKeyDown={() => setTimeout(() => shown.push(name().value))} />);
    const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    await user.type(name(), 'Ada');
    expect(shown).toEqual(['Ada', 'Ada', 'Ada']);
  });

  it('shows its toasts', async () => {
    const { user } = renderProblem();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeInTheDocument();
  });

  it('has a query cache of its own, and at most one', () => {
    const seen: unknown[] = [];
    function Cached() {
      seen.push(useQueryClient());
      return null;
    }
    const first = renderScreen(<Cached />);
    const second = renderScreen(<Cached />);
    expect(new Set(seen)).toEqual(new Set([first.queryClient, second.queryClient]));
    expect(first.queryClient).not.toBe(second.queryClient);
  });
});
