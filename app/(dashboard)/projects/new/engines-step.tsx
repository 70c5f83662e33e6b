'use client';

import { Section } from '#components/sections/section';
import { Checkbox } from '#components/ui/checkbox';
import type { CreditBalance } from '#lib/dashboard/api-credentials/api-client';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { ScheduleCost } from '../[projectId]/schedule/schedule-cost';
import { CadenceFields, CoverageFields } from '../schedule-fields';

interface EnginesStepProps {
  schedule: ScheduleDraft;
  onChange: (part: Partial<ScheduleDraft>) => void;
  /** Number of prompts. */
  prompts: number;
  creditsRemaining: CreditBalance;
}

/** Last step: engines, countries and frequency, with their cost. */
export function EnginesStep({ schedule, onChange, prompts, creditsRemaining }: EnginesStepProps) {
  return (
    <>
      <CoverageFields draft={schedule} onChange={onChange} />
      <CadenceFields draft={schedule} onChange={onChange} />
      <Section title="Cost">
        <ScheduleCost draft={schedule} prompts={prompts} creditsRemaining={creditsRemaining} />
        <div className="mt-4">
          <Checkbox
            label="Run on this schedule after the first run"
            checked={schedule.enabled}
            onChange={(enabled) => onChange({ enabled })}
          />
        </div>
      </Section>
    </>
  );
}
