'use client';

import { useClientQuery } from '#components/ui/client-query';
import { defineMessages } from '#lib/core/messages';
import { formatPointTenths } from '#lib/core/numbers';
import { estimatePowerAction } from './actions';

type Assignment = 'random' | 'chosen';

const assignments: readonly { value: Assignment; label: string; hint: string }[] = [
  {
    value: 'random',
    label: 'Assign prompts at random',
    hint: 'Recommended: the change is the only systematic difference between the groups.',
  },
  {
    value: 'chosen',
    label: 'Choose prompts',
    hint: 'For a change you already made. Your prompts are compared with those that performed most like them before the change.',
  },
];

interface AssignmentChoiceProps {
  assignment: Assignment;
  onChange: (assignment: Assignment) => void;
}

/** Chooses how the affected prompts are assigned. */
export function AssignmentChoice({ assignment, onChange }: AssignmentChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">Assignment</legend>
      {assignments.map(({ value, label, hint }) => (
        <label key={value} className="flex items-start gap-2.5">
          <input
            type="radio"
            name="assignment"
            className="mt-1 accent-accent"
            checked={assignment === value}
            onChange={() => onChange(value)}
          />
          <span>
            {label}
            <span className="block text-xs text-muted">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface ExpectedPowerProps {
  projectId: string;
  treatmentCount: number;
}

/** Shows the smallest difference that the experiment is likely to find. */
export function ExpectedPower({ projectId, treatmentCount }: ExpectedPowerProps) {
  const isValid = Number.isInteger(treatmentCount) && treatmentCount > 0;
  const { data, isError } = useClientQuery({
    queryKey: ['power', projectId, treatmentCount],
    queryFn: () => estimatePowerAction({ projectId, treatmentCount }),
    enabled: isValid,
  });
  if (!isValid || isError) return null;
  return (
    <p role="status" className="text-xs text-muted">
      {describePower(data)}
    </p>
  );
}

const messages = defineMessages({
  power:
    'Within {days, plural, one {# day} other {# days}} after the change, the experiment finds a difference of {effect} in visibility at least 4 times out of 5. Estimated from {prompts, plural, one {# prompt} other {# prompts}} over the past {pastDays, plural, one {# day} other {# days}}.',
});

function describePower(data: Awaited<ReturnType<typeof estimatePowerAction>> | undefined): string {
  if (!data) return 'Calculating the smallest difference this experiment can find…';
  if (!data.ok) return data.message;
  if (!data.value) {
    return 'Not enough data to calculate the smallest difference this experiment can find. The calculation needs two weeks of answers and at least five prompts in each group.';
  }
  const { days, promptCount, detectableEffect } = data.value;
  const effect = formatPointTenths(detectableEffect).replace('+', '');
  return messages.power({ days, effect, prompts: promptCount, pastDays: 2 * days });
}
