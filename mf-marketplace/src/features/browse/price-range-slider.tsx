import { BROWSE } from '@solvent/contracts';
import { formatMoney, toCents } from '@solvent/kit';
import { Box, Flex, Text } from '@solvent/ui';
import { useId } from 'react';
import type { PriceRange } from './filters.ts';
import { usePriceRange } from './use-price-range.ts';
import type { Thumb } from './use-price-range.ts';

const formatPrice = (price: number) => formatMoney(toCents(price));

export const formatPriceRange = ([lowest, highest]: PriceRange): string => `${formatPrice(lowest)}–${formatPrice(highest)}`;

const THUMBS = [
  { thumb: 0, label: 'Lowest price' },
  { thumb: 1, label: 'Highest price' },
] as const satisfies { thumb: Thumb; label: string }[];

const toPercent = (value: number) => `${(value / BROWSE.priceMax) * 100}%`;

type EdgeOffset = Partial<Record<'left' | 'right', string>>;

interface PriceRangeSliderProps {
  price: PriceRange;
  onCommit: (price: PriceRange) => void;
}

/** Price slider (product 9.8). Not the one of `@solvent/ui/forms`, which would load formik on the first screen. */
export function PriceRangeSlider({ price, onCommit }: PriceRangeSliderProps) {
  const labelId = useId();
  const { shown, isDragging, track, onKeyDown, release } = usePriceRange(price, onCommit);
  // Atomic classes for server rendering, inline styles while dragging: each position would leave a class behind.
  const getPositionProps = (offset: EdgeOffset) => (isDragging ? { style: offset } : offset);
  return (
    <Box role="group" aria-labelledby={labelId}>
      <Flex justify="space-between" mb="1">
        <Text id={labelId} fontWeight="500">
          Price range
        </Text>
        <Text fontVariantNumeric="tabular-nums" color="fg.muted">
          {formatPriceRange(shown)}
        </Text>
      </Flex>
      <Box px="2.5">
        <Box {...track} position="relative" h="44px" cursor="pointer" touchAction="pan-y" data-part="track">
          <Box
            position="absolute"
            insetX="-10px"
            top="20px"
            h="4px"
            rounded="full"
            bg="bg.emphasized"
            _highContrast={{ bg: 'GrayText' }}
          />
          <Box
            position="absolute"
            top="20px"
            h="4px"
            bg="brand.solid"
            _highContrast={{ bg: 'Highlight' }}
            {...getPositionProps({ left: toPercent(shown[0]), right: `calc(100% - ${toPercent(shown[1])})` })}
          />
          {THUMBS.map(({ thumb, label }) => (
            <Box
              key={label}
              role="slider"
              tabIndex={0}
              aria-label={label}
              aria-valuemin={thumb === 0 ? BROWSE.priceMin : shown[0]}
              aria-valuemax={thumb === 0 ? shown[1] : BROWSE.priceMax}
              aria-valuenow={shown[thumb]}
              aria-valuetext={formatPrice(shown[thumb])}
              onKeyDown={(event) => onKeyDown(thumb, event)}
              onKeyUp={release}
              onBlur={release}
              position="absolute"
              top="12px"
              ms="-10px"
              boxSize="20px"
              rounded="full"
              bg="bg.panel"
              borderWidth="2px"
              borderColor="brand.solid"
              focusVisibleRing="outside"
              {...getPositionProps({ left: toPercent(shown[thumb]) })}
            />
          ))}
        </Box>
      </Box>
    </Box>
  );
}
