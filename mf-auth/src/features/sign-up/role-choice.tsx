import type { Role } from '@solvent/contracts';
import { Box, chakra, SimpleGrid, Text } from '@solvent/ui';
import { Lightbulb, Wrench } from 'lucide-react';
import { useId } from 'react';
import type { ComponentType } from 'react';

interface RoleCardProps {
  role: Role;
  title: string;
  text: string;
  Icon: ComponentType<{ size?: number }>;
}

const ROLE_CARDS: RoleCardProps[] = [
  { role: 'seeker', title: 'Find Solutions', text: 'Post problems and pay someone to solve them.', Icon: Lightbulb },
  { role: 'solver', title: 'Become a Solver', text: 'Bid on problems and get paid to solve them.', Icon: Wrench },
];

function RoleCard({
  role,
  title,
  text,
  Icon,
  checked,
  onChoose,
}: RoleCardProps & { checked: boolean; onChoose: (role: Role) => void }) {
  const id = useId();
  return (
    <chakra.label
      display="block"
      cursor="pointer"
      position="relative"
      p="3"
      rounded="l2"
      borderWidth="1px"
      borderColor={checked ? 'brand.solid' : 'border.control'}
      bg={checked ? 'brand.subtle' : 'bg.panel'}
      shadow={checked ? 'inset 0 0 0 1px var(--chakra-colors-brand-solid)' : undefined}
      transition="background 150ms, border-color 150ms"
      _focusWithin={{ outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' }}
    >
      <chakra.input
        type="radio"
        name="role"
        value={role}
        checked={checked}
        onChange={() => onChoose(role)}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        position="absolute"
        top="3"
        right="3"
        m="0"
        w="16px"
        h="16px"
        accentColor="brand.solid"
        cursor="pointer"
        outline="0"
      />
      <Box color={checked ? 'brand.fg' : 'fg.muted'} mb="2" aria-hidden>
        <Icon size={18} />
      </Box>
      <Text id={`${id}-title`} fontWeight="600">
        {title}
      </Text>
      <Text id={`${id}-text`} color="fg.muted" textStyle="meta" mt="0.5">
        {text}
      </Text>
    </chakra.label>
  );
}

export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  return (
    <chakra.fieldset border="0" p="0" m="0" minW="0">
      <chakra.legend textStyle="ui" fontWeight="500" mb="1.5" p="0">
        How do you want to use Solvent?
      </chakra.legend>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3">
        {ROLE_CARDS.map((card) => (
          <RoleCard key={card.role} {...card} checked={value === card.role} onChoose={onChange} />
        ))}
      </SimpleGrid>
    </chakra.fieldset>
  );
}
