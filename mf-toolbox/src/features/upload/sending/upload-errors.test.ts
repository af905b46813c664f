/** @jest-environment node */
import { ApiError, NO_CONNECTION } from '@solvent/http';
import { describeFailure } from './upload-errors.ts';

describe('the text of a failed upload (product 8.20)', () => {
  const noAnswer = new ApiError(0, 'network', 'Network Error');

  it.each([
    [noAnswer, 0.6, `The connection was lost at 60 %: nothing was published. ${NO_CONNECTION}`],
    [noAnswer, 1, `Everything was sent, but no answer came: your module will not be published twice. ${NO_CONNECTION}`],
    [new ApiError(429, 'rate_limited', 'You can upload again in an hour.'), 1, 'You can upload again in an hour.'],
    [new Error('No module.'), 1, 'Failed to upload the module'],
  ])('states what is certain: %s, sent %d', (error, part, text) => {
    expect(describeFailure(error, part, [])).toEqual({ text, canRetry: true });
  });

  it('adds the messages of no field, and offers no repetition of what must change', () => {
    const error = new ApiError(422, 'invalid', 'Please check the form.', { 'techStack[1]': 'Odd.', other: 'Odder.' });
    expect(describeFailure(error, 1, ['techStack'])).toEqual({ text: 'Please check the form. Odder.', canRetry: false });
  });
});
