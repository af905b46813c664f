import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { clearSeen, removeSeen, addSeen, readSeenProblems } from './seen-problems.ts';

const titles = () => readSeenProblems().map(({ title }) => title);

afterEach(() => {
  clearSession();
  localStorage.clear();
});

describe('recently seen problems (product 4.30)', () => {
  it('are ten at most, the latest first, each once with its newest title', () => {
    for (let number = 1; number <= 12; number += 1) addSeen({ _id: `p${number}`, title: `Title ${number}` });
    expect(titles()).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => `Title ${number}`));
    addSeen({ _id: 'p5', title: 'Another title' });
    expect(titles().slice(0, 2)).toEqual(['Another title', 'Title 12']);
    expect(titles()).toHaveLength(10);
  });

  it('can be removed one by one, or all', () => {
    for (const _id of ['a', 'b', 'c']) addSeen({ _id, title: _id });
    removeSeen('b');
    expect(titles()).toEqual(['c', 'a']);
    clearSeen();
    expect(titles()).toEqual([]);
    expect(localStorage).toHaveLength(0);
  });

  it('are separate for each user and for visitors', () => {
    addSeen({ _id: 'p1', title: 'Seen signed out' });
    signInAs();
    expect(titles()).toEqual([]);
    addSeen({ _id: 'p2', title: 'Seen signed in' });
    clearSession();
    expect(titles()).toEqual(['Seen signed out']);
  });

  it.each(['not JSON', '{}', '[1, null, {"_id": 5, "title": "x"}, {"_id": "p"}]'])('are none when storage has %s', (kept) => {
    localStorage.setItem('solvent.seen.visitor', kept);
    expect(readSeenProblems()).toEqual([]);
  });
});
