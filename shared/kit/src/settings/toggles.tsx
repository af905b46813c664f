import { Box, Button, Flex } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';
import { useLayoutEffect, useRef } from 'react';
import type { ComponentProps, FocusEvent, KeyboardEvent } from 'react';

const OFF_STYLE = { colorPalette: 'gray', bg: 'bg.panel', borderColor: 'border.emphasized', color: 'fg.muted' } as const;
const ON_STYLE = { bg: 'brand.subtle', borderColor: 'brand.solid', color: 'brand.fg' } as const;

/** A small toggle button; its width does not change. */
export function ToggleChip({ pressed, ...props }: { pressed: boolean } & ButtonProps) {
  return (
    <Button
      aria-pressed={pressed}
      size="xs"
      h="28px"
      px="2.5"
      variant="outline"
      flexShrink="0"
      {...(pressed ? ON_STYLE : OFF_STYLE)}
      {...props}
    />
  );
}

const ARROW_STEPS: Partial<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Chips with one Tab stop, the last focused or the pressed one: arrows, Home and End move inside (product 10.26). */
export function ChipGroup({ children, ...props }: ComponentProps<typeof Flex>) {
  const ref = useRef<HTMLDivElement>(null);
  const lastFocused = useRef<Element>(undefined);
  const getChips = () => [...(ref.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];

  function updateTabStop(): void {
    const chips = getChips();
    const tabStop =
      chips.find((chip) => chip === lastFocused.current) ?? chips.find((chip) => chip.ariaPressed === 'true') ?? chips[0];
    for (const chip of chips) chip.tabIndex = chip === tabStop ? 0 : -1;
  }
  // After each render, since chips are added, removed and toggled.
  useLayoutEffect(updateTabStop);

  function handleFocus({ target }: FocusEvent): void {
    lastFocused.current = target;
    updateTabStop();
  }
  function handleKey(event: KeyboardEvent): void {
    const chips = getChips();
    const index = chips.findIndex((chip) => chip === document.activeElement);
    const step = ARROW_STEPS[event.key];
    if (index < 0 || (step === undefined && event.key !== 'Home' && event.key !== 'End')) return;
    event.preventDefault();
    const next = step === undefined ? (event.key === 'Home' ? 0 : -1) : (index + step) % chips.length;
    chips.at(next)?.focus();
  }
  return (
    <Flex ref={ref} role="group" gap="1.5" {...props} onFocus={handleFocus} onKeyDown={handleKey}>
      {children}
    </Flex>
  );
}

/** The visual part of a switch, for a button with `role="switch"`. */
export function SwitchTrack({ on }: { on: boolean }) {
  return (
    <Box
      w="30px"
      h="18px"
      flexShrink="0"
      rounded="full"
      p="2px"
      bg={on ? 'brand.solid' : 'border.control'}
      _highContrast={{ bg: on ? 'Highlight' : 'Canvas', outline: '1px solid CanvasText' }}
      transition="background-color 150ms"
      aria-hidden
    >
      <Box
        boxSize="14px"
        rounded="full"
        bg="bg.raised"
        _highContrast={{ bg: on ? 'HighlightText' : 'CanvasText' }}
        transition="transform 150ms"
        transform={on ? 'translateX(12px)' : undefined}
      />
    </Box>
  );
}
