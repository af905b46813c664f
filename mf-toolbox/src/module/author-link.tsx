import { DELETED_PERSON_NAME } from '@solvent/contracts';
import type { PersonSummary } from '@solvent/contracts';
import { Link } from '@solvent/router';
import { chakra, FINGER_TARGET, PersonAvatar, Span } from '@solvent/ui';

const NameLink = chakra(Link, {
  base: {
    ...FINGER_TARGET,
    fontWeight: '500',
    color: 'fg',
    textUnderlineOffset: '3px',
    rounded: 'l1',
    _hover: { textDecoration: 'underline' },
    focusVisibleRing: 'outside',
  },
});

const LAYOUT = { display: 'inline-flex', alignItems: 'center', gap: '2', minW: '0', maxW: '100%' } as const;

/** Whether there is a page of this person: not of one whose account was deleted. */
export const hasPage = ({ _id, name }: PersonSummary): boolean => _id !== '' && name !== DELETED_PERSON_NAME;

/** A person with picture and name, and the way to their page. */
export function AuthorLink({ person, diameter = 24 }: { person: PersonSummary; diameter?: number }) {
  const shown = (
    <>
      <PersonAvatar person={person} diameter={diameter} />
      <Span truncate>{person.name}</Span>
    </>
  );
  return hasPage(person) ? (
    <NameLink to={`/profile/${encodeURIComponent(person._id)}`} {...LAYOUT}>
      {shown}
    </NameLink>
  ) : (
    <Span {...LAYOUT}>{shown}</Span>
  );
}
