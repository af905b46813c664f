import { DELETED_PERSON_NAME } from '@solvent/contracts';
import type { PersonSummary } from '@solvent/contracts';
import { Link } from '@solvent/router';
import { chakra, PersonAvatar, Span } from '@solvent/ui';

const LAYOUT = { display: 'inline-flex', alignItems: 'center', gap: '2', minW: '0' } as const;

const PersonLink = chakra(Link, {
  base: {
    ...LAYOUT,
    position: 'relative',
    // A finger's target of 44 px, without room of its own.
    _before: { content: '""', position: 'absolute', insetInline: '0', insetBlock: '-10px' },
    fontWeight: '500',
    color: 'fg',
    textUnderlineOffset: '3px',
    rounded: 'l1',
    _hover: { textDecoration: 'underline' },
    focusVisibleRing: 'outside',
  },
});

/** Not known, or deleted: there is nothing to lead to. */
const hasPage = ({ _id, name }: PersonSummary) => _id !== '' && name !== DELETED_PERSON_NAME;

/** Who posted it, and the way to that person's page. */
export function Poster({ person }: { person: PersonSummary }) {
  const shown = (
    <>
      <PersonAvatar person={person} />
      <Span truncate>{person.name}</Span>
    </>
  );
  return hasPage(person) ? (
    <PersonLink to={`/profile/${encodeURIComponent(person._id)}`}>{shown}</PersonLink>
  ) : (
    <Span {...LAYOUT}>{shown}</Span>
  );
}
