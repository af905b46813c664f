import { Badge, Span, VisuallyHidden, Wrap } from '@solvent/ui';

const SHOWN = 4;

/** The first four tags, and how many more there are. */
export function TagBadges({ tags }: { tags: readonly string[] }) {
  const hidden = tags.length - SHOWN;
  if (tags.length === 0) return null;
  return (
    <Wrap gap="1.5" minW="0">
      {tags.slice(0, SHOWN).map((tag) => (
        <Badge key={tag} variant="outline" colorPalette="gray" fontWeight="400" maxW="160px">
          <Span truncate>{tag}</Span>
        </Badge>
      ))}
      {hidden > 0 ? (
        <Badge variant="plain" colorPalette="gray" color="fg.subtle" px="0.5" title={tags.slice(SHOWN).join(', ')}>
          +{hidden}
          <VisuallyHidden> more tags</VisuallyHidden>
        </Badge>
      ) : null}
    </Wrap>
  );
}
