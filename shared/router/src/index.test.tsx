import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, Link, Navigate, Outlet, RouterProvider, useLocation, useNavigate, useParams } from './index.ts';

/** The facade is what all packages route with: that its parts are of one router is what counts. */
function Problem() {
  const { id } = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <h1>{`Problem ${id} at ${pathname}`}</h1>
      <button type="button" onClick={() => void navigate('/')}>
        Home
      </button>
    </>
  );
}

it('links, params, places and redirects are of one router', async () => {
  const router = createMemoryRouter(
    [
      {
        path: '/',
        element: <Outlet />,
        children: [
          { index: true, element: <Navigate to="/home" replace /> },
          { path: 'home', element: <Link to="/problems/p-1">Browse</Link> },
          { path: 'problems/:id', element: <Problem /> },
        ],
      },
    ],
    { initialEntries: ['/'] },
  );
  render(<RouterProvider router={router} />);
  act(() => screen.getByRole('link', { name: 'Browse' }).click());
  expect(await screen.findByRole('heading', { name: 'Problem p-1 at /problems/p-1' })).toBeInTheDocument();
  act(() => screen.getByRole('button', { name: 'Home' }).click());
  expect(await screen.findByRole('link', { name: 'Browse' })).toHaveAttribute('href', '/problems/p-1');
});
