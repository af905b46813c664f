import { Badge, Wrap } from '@solvent/ui';

/** A person's areas of expertise. */
export function Areas({ areas }: { areas: readonly string[] }) {
  return (
    <Wrap gap="2" as="ul" listStyleType="none">
      {areas.map((area) => (
        <Badge as="li" key={area} size="md" maxW="100%" whiteSpace="normal" overflowWrap="anywhere">
          {area}
        </Badge>
      ))}
    </Wrap>
  );
}
