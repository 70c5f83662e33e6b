'use client';

import { Checkbox } from '#components/ui/checkbox';
import { CountryPicker } from '#components/ui/country-picker';
import { Section } from '#components/ui/section';
import { offeredEngines } from '#lib/dashboard/schedules/offered-engines';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';

interface CoverageFieldsProps {
  draft: ScheduleDraft;
  onChange: (part: Partial<ScheduleDraft>) => void;
}

/** Which engines are asked, and as seen from which countries. */
export function CoverageFields({ draft, onChange }: CoverageFieldsProps) {
  const toggleEngine = (engine: ScheduleDraft['engines'][number], on: boolean) =>
    onChange({ engines: on ? [...draft.engines, engine] : draft.engines.filter((one) => one !== engine) });
  return (
    <>
      <Section title="Engines" note="Each answers in its own manner and has its own price.">
        <div className="flex flex-col">
          {offeredEngines.map(({ engine, label, credits, addOnCredits }) => (
            <div key={engine} className="border-t py-1 first:border-t-0">
              <div className="flex items-center justify-between gap-4">
                <Checkbox
                  label={label}
                  checked={draft.engines.includes(engine)}
                  onChange={(on) => toggleEngine(engine, on)}
                />
                <span className="shrink-0 text-xs text-muted">{credits} credits an answer</span>
              </div>
              {addOnCredits > 0 && draft.engines.includes(engine) ? (
                <div className="flex items-center justify-between gap-4 pl-[26px]">
                  <Checkbox
                    label={`Ask ${label} for its searches and products too`}
                    checked={draft.addOns}
                    onChange={(addOns) => onChange({ addOns })}
                  />
                  <span className="shrink-0 text-xs text-muted">+{addOnCredits} credits an answer</span>
                </div>
              ) : null}
            </div>
          ))}
        </div>
      </Section>
      <Section
        title="Countries"
        note="Every prompt is asked as seen from each of them; the country does not change the price."
      >
        <CountryPicker
          label="Countries"
          chosen={draft.countries}
          onChange={(countries) => onChange({ countries })}
        />
      </Section>
    </>
  );
}
