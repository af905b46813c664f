import { Box } from '@solvent/ui';
import type { BoxProps } from '@solvent/ui';

interface ProgressBarProps extends BoxProps {
  label: string;
  /** 0 to 1. */
  value: number;
}

export function ProgressBar({ label, value, ...props }: ProgressBarProps) {
  return (
    <Box
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value * 100)}
      h="4px"
      rounded="full"
      bg="bg.emphasized"
      overflow="hidden"
      _highContrast={{ outline: '1px solid CanvasText' }}
      {...props}
    >
      <Box
        h="100%"
        bg="brand.solid"
        _highContrast={{ bg: 'Highlight' }}
        transformOrigin="left"
        transition="transform 150ms linear"
        style={{ transform: `scaleX(${value})` }}
      />
    </Box>
  );
}
