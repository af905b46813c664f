import { extractComponents } from './open-api-document.ts';

const person = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'], title: 'Person' };
const component = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const reference = { $ref: '#/components/schemas/Person' };

describe('extractComponents', () => {
  it('lists a named schema once, also where it may be null', () => {
    const bid = { type: 'object', properties: { solver: person, reviewer: { ...person, type: ['object', 'null'] } } };
    expect(extractComponents({ info: { title: 'Solvent' }, bid })).toEqual({
      rest: {
        info: { title: 'Solvent' },
        bid: { type: 'object', properties: { solver: reference, reviewer: { anyOf: [reference, { type: 'null' }] } } },
      },
      schemas: { Person: component },
    });
  });

  it('keeps fields called type and title, and values of examples', () => {
    const fields = { type: 'object', properties: { type: { type: 'string' }, title: { type: ['string'] } } };
    const example = { type: 'string', title: 'Person' };
    expect(extractComponents({ schema: fields, example }).rest).toEqual({
      schema: { type: 'object', properties: { type: { type: 'string' }, title: { type: 'string' } } },
      example,
    });
  });

  it('accepts any value where yup has mixed', () => {
    expect(extractComponents({ content: { type: ['mixed'] } }).rest).toEqual({ content: {} });
  });

  it('refuses two schemas of one name', () => {
    expect(() => extractComponents({ one: person, other: { ...person, required: [] } })).toThrow('Two schemas are named Person');
  });
});
