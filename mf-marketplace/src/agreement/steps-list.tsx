import { RelativeTime } from '@solvent/kit';
import { Box, Flex, Text, VisuallyHidden } from '@solvent/ui';
import { Check, Circle, CircleDot, Minus } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Step, StepState } from './agreement-steps.ts';

const STATE_STYLES: Record<StepState, { icon: LucideIcon; label: string; color: string; bg: string }> = {
  done: { icon: Check, label: 'done', color: 'brand.contrast', bg: 'brand.solid' },
  current: { icon: CircleDot, label: 'now', color: 'brand.fg', bg: 'brand.subtle' },
  upcoming: { icon: Circle, label: 'not yet', color: 'fg.subtle', bg: 'bg.muted' },
  skipped: { icon: Minus, label: 'left out', color: 'fg.subtle', bg: 'bg.muted' },
};

function StepRow({ step, isCurrent }: { step: Step; isCurrent: boolean }) {
  const { icon: Icon, label, color, bg } = STATE_STYLES[step.state];
  return (
    <Flex
      as="li"
      aria-current={isCurrent ? 'step' : undefined}
      gap="3"
      position="relative"
      pb="3"
      _last={{ pb: '0' }}
      css={{ '&:last-of-type > .rail': { display: 'none' } }}
    >
      <Box className="rail" aria-hidden position="absolute" insetStart="9.5px" top="20px" bottom="0" w="1px" bg="border" />
      <Flex aria-hidden boxSize="20px" flexShrink="0" align="center" justify="center" rounded="full" bg={bg} color={color}>
        <Icon size={12} />
      </Flex>
      <Box minW="0" flex="1">
        <Flex justify="space-between" gap="2">
          <Text fontWeight={isCurrent ? '600' : '500'} color={step.state === 'upcoming' ? 'fg.muted' : 'fg'}>
            {step.name}
            <VisuallyHidden>, {label}</VisuallyHidden>
          </Text>
          {step.at ? (
            <RelativeTime time={step.at} textStyle="meta" color="fg.subtle" fontVariantNumeric="tabular-nums" pt="0.5" />
          ) : null}
        </Flex>
        {step.text ? (
          // An English sentence, even if a name in it is written right to left.
          <Text color="fg.muted" overflowWrap="anywhere" dir="ltr">
            {step.text}
          </Text>
        ) : null}
      </Box>
    </Flex>
  );
}

export function StepsList({ steps }: { steps: readonly Step[] }) {
  const current = steps.find(({ state }) => state === 'current');
  return (
    <Box as="ol" aria-label="Steps" listStyleType="none">
      {steps.map((step) => (
        <StepRow key={step.name} step={step} isCurrent={step === current} />
      ))}
    </Box>
  );
}
