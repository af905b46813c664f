import { buildMessage } from '@solvent/testing/factories';
import { ADA, withPerson } from '../chat/test-chat.ts';
import { hasRead, withReadPosition } from './conversation-changes.ts';

describe('who has read', () => {
  const conversation = withPerson('c1', 'Diego');
  /** Whether Ada has read the messages of these places. */
  const read = (by: typeof conversation, ...seqs: number[]) => {
    const ada = by.participants.find(({ _id }) => _id === ADA._id);
    return seqs.map((seq) => ada && hasRead(ada, buildMessage({ seq })));
  };

  it('is marked up to the place, and never goes back', () => {
    const marked = withReadPosition(conversation, ADA._id, 2);
    expect(read(marked, 1, 2, 3)).toEqual([true, true, false]);
    const late = withReadPosition(marked, ADA._id, 1);
    expect(read(late, 1, 2, 3)).toEqual([true, true, false]);
    expect(read(withReadPosition(late, 'user-Diego', 9), 1, 2, 3)).toEqual([true, true, false]);
  });

  it('holds for messages that come after it was said, older ones too', () => {
    expect(read(withReadPosition(conversation, ADA._id, 4), 1, 2, 3, 4, 5)).toEqual([true, true, true, true, false]);
  });
});
