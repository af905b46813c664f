import { buildProblem } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { SimilarProblems } from './similar-problems.tsx';

const TITLE = 'Websocket drops messages';
let api: ReturnType<typeof fakeApi>;
function open(title: string, answer: () => object, besides?: string) {
  api = fakeApi({ 'GET /problems/similar': answer });
  return renderScreen(<SimilarProblems title={title} besides={besides} />);
}
const list = () => screen.findByRole('region', { name: 'Similar problems' });
afterEach(() => api.restore());

describe('similar problems', () => {
  it('are listed for a title, as links that leave the form where it is', async () => {
    const problems = [
      buildProblem({ _id: 'p1', title: 'Socket reconnects', status: 'solved', bidCount: 1 }),
      buildProblem({ _id: 'p2', title: 'Lost events', bidCount: 3 }),
    ];
    open(` ${TITLE} `, () => ({ problems }));
    const found = within(await list());
    expect(found.getByRole('link', { name: 'Socket reconnects' })).toHaveAttribute('href', '/view-problems/p1');
    expect(found.getByRole('link', { name: 'Lost events' })).toHaveAttribute('target', '_blank');
    expect(found.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Socket reconnectsSolved · 1 bid',
      'Lost eventsOpen · 3 bids',
    ]);
    expect(api.requests.map(({ params }) => params)).toEqual([{ title: TITLE }]);
  });

  it('are not asked for while a title is too short or too long to be one', async () => {
    const { rerender } = open('Too short', () => ({ problems: [buildProblem()] }));
    rerender(<p>Gone</p>);
    api.restore();
    open('x'.repeat(121), () => ({ problems: [buildProblem()] }));
    await screen.findByLabelText('Address');
    expect(api.requests).toEqual([]);
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('do not name the problem that is edited', async () => {
    open(TITLE, () => ({ problems: [buildProblem({ _id: 'me', title: TITLE }), buildProblem({ title: 'Another' })] }), 'me');
    const found = within(await list());
    expect(found.getAllByRole('link').map((link) => link.textContent)).toEqual(['Another']);
  });

  it('are nothing to speak of when they cannot be had', async () => {
    open(TITLE, () => refuse('internal', 'Boom'));
    await waitFor(() => expect(api.requests).toHaveLength(1));
    expect(screen.queryByRole('region')).toBeNull();
    expect(screen.queryByText('Boom')).toBeNull();
  });
});
