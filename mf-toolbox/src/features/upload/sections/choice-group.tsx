import { Box, chakra, Flex, Text } from '@solvent/ui';
import { useId } from 'react';

const CHIP_STYLES = {
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  minH: '32px',
  px: '3',
  textStyle: 'ui',
  fontWeight: '500',
  borderWidth: '1px',
  rounded: 'l2',
  cursor: 'pointer',
  color: 'fg.muted',
  bg: 'bg.panel',
  borderColor: 'border.emphasized',
  '&:has(:checked)': { bg: 'brand.subtle', borderColor: 'brand.solid', color: 'brand.fg' },
  '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' },
  _highContrast: {
    '&:has(:checked)': {
      forcedColorAdjust: 'none',
      bg: 'Highlight',
      borderColor: 'Highlight',
      color: 'HighlightText',
      outlineColor: 'CanvasText',
    },
  },
  '&:has(:disabled)': { cursor: 'default' },
  '@media (pointer: coarse)': { minH: '44px' },
} as const;

/** The invisible input covers its label and takes the clicks. */
const COVER_STYLES = { position: 'absolute', inset: '0', w: '100%', h: '100%', m: '0', opacity: '0', cursor: 'inherit' } as const;

interface ChoiceGroupProps<Value extends string> {
  type: 'radio' | 'checkbox';
  name: string;
  label: string;
  options: readonly { value: Value; label: string }[];
  selected: readonly Value[];
  onToggle: (value: Value) => void;
  onBlur?: () => void;
  help?: string;
  error?: string | undefined;
}

export function ChoiceGroup<Value extends string>(props: ChoiceGroupProps<Value>) {
  const { type, name, label, options, selected, onToggle, onBlur, help, error } = props;
  const errorId = useId();
  return (
    <chakra.fieldset minW="0" onBlur={(event) => (event.currentTarget.contains(event.relatedTarget) ? undefined : onBlur?.())}>
      <chakra.legend textStyle="ui" fontWeight="500" mb="1.5">
        {label}
      </chakra.legend>
      <Flex wrap="wrap" gap="2">
        {options.map((option, index) => (
          <chakra.label key={option.value} css={CHIP_STYLES}>
            <chakra.input
              type={type}
              name={name}
              value={option.value}
              checked={selected.includes(option.value)}
              // Forms focus the first invalid input, so the first option represents the group.
              aria-invalid={error && index === 0 ? true : undefined}
              aria-describedby={error && index === 0 ? errorId : undefined}
              onChange={() => onToggle(option.value)}
              css={COVER_STYLES}
            />
            {option.label}
          </chakra.label>
        ))}
      </Flex>
      <Box mt="1.5" fontSize="12px" lineHeight="16px">
        {error ? (
          <Text id={errorId} color="fg.error" fontWeight="500" aria-live="polite">
            {error}
          </Text>
        ) : (
          <Text color="fg.muted" fontVariantNumeric="tabular-nums">
            {help}
          </Text>
        )}
      </Box>
    </chakra.fieldset>
  );
}
