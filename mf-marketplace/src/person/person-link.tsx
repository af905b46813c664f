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

const WITH_AVATAR = { display: 'inline-flex', alignItems: 'center', gap: '2', minW: '0' } as const;

/** Not known, or deleted: there is nothing to lead to. */
const hasPage = ({ _id, name }: PersonSummary) => _id !== '' && name !== DELETED_PERSON_NAME;

/** A person's name, and the way to their page; with the picture where it stands alone. */
export function PersonLink({ person, withAvatar = false }: { person: PersonSummary; withAvatar?: boolean }) {
  const layout = withAvatar ? WITH_AVATAR : { overflowWrap: 'anywhere' as const };
  const shown = withAvatar ? (
    <>
      <PersonAvatar person={person} />
      <Span truncate>{person.name}</Span>
    </>
  ) : (
    person.name
  );
  return hasPage(person) ? (
    <NameLink to={`/profile/${encodeURIComponent(person._id)}`} {...layout}>
      {shown}
    </NameLink>
  ) : (
    <Span {...layout}>{shown}</Span>
  );
}
