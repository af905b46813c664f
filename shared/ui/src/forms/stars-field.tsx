import { Box, chakra, HStack } from '@chakra-ui/react';
import { Star } from 'lucide-react';
import { useId } from 'react';
import type { ChangeEventHandler, FocusEventHandler } from 'react';
import { Text } from '../texts.tsx';

const STARS = [1, 2, 3, 4, 5] as const;

interface StarsFieldProps {
  name: string;
  value: string;
  error: string | undefined;
  label?: string;
  required?: boolean;
  onChange: ChangeEventHandler<HTMLInputElement>;
  onBlur: FocusEventHandler<HTMLInputElement>;
}

const StarLabel = chakra('label', {
  base: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    boxSize: '44px',
    rounded: 'l1',
    cursor: 'pointer',
    color: 'fg.subtle',
    '&[data-filled]': { color: 'orange.500' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing' },
  },
});

/** Covers its star invisibly to receive clicks and focus. */
const Radio = chakra('input', {
  base: { position: 'absolute', inset: '0', boxSize: '100%', opacity: '0', cursor: 'pointer' },
});

function StarChoice({
  star,
  chosen,
  ...field
}: Omit<StarsFieldProps, 'value' | 'error' | 'label' | 'required'> & { star: number; chosen: number }) {
  const isFilled = star <= chosen;
  return (
    <StarLabel data-filled={isFilled ? '' : undefined}>
      <Radio
        type="radio"
        {...field}
        value={star}
        checked={star === chosen}
        aria-label={star === 1 ? '1 star' : `${star} stars`}
      />
      <Star size={24} aria-hidden fill={isFilled ? 'currentColor' : 'none'} />
    </StarLabel>
  );
}

export function StarsField({ name, value, error, label = 'Stars', required = true, onChange, onBlur }: StarsFieldProps) {
  const id = useId();
  return (
    <Box>
      <Text id={id} fontWeight="500">
        {label}
      </Text>
      <HStack
        role="radiogroup"
        aria-labelledby={id}
        aria-required={required}
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${id}-error` : undefined}
        tabIndex={-1}
        outline="0"
        gap="0"
        ms="-10px"
      >
        {STARS.map((star) => (
          <StarChoice key={star} star={star} chosen={Number(value)} name={name} onChange={onChange} onBlur={onBlur} />
        ))}
      </HStack>
      {error ? (
        <Text id={`${id}-error`} color="fg.error" textStyle="meta">
          {error}
        </Text>
      ) : null}
    </Box>
  );
}
