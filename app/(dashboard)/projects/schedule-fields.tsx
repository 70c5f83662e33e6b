'use client';

import { CountryPicker } from '#components/overlays/country-picker';
import { SandboxBadge, Section } from '#components/sections/section';
import { Checkbox } from '#components/ui/checkbox';
import { Select } from '#components/ui/select';
import { type Engine, type EngineProvider, engineSpecs, getEngineName } from '#lib/contract/engines';
import { formatTimeOfDay } from '#lib/core/dates';
import { availableEngines, type ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { apiDifference, describeEngineProvider } from '#lib/format/metric-descriptions';
import { listTimeZones } from './time-zone-options';

const cadences = [
  { value: 'hourly', label: 'Hourly' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly, on the 1st' },
] as const;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const listHours = () =>
  Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: formatTimeOfDay(hour),
  }));
const sampleOptions = Array.from({ length: 10 }, (_, index) => ({
  value: String(index + 1),
  label: String(index + 1),
}));

interface ScheduleFieldsProps {
  draft: ScheduleDraft;
  onChange: (part: Partial<ScheduleDraft>) => void;
  /** The provider that serves each engine; null if unknown. */
  engineProviders: readonly EngineProvider[] | null;
}

/** Engines, countries, cadence, samples and time of a schedule. */
export function ScheduleFields({ draft, onChange, engineProviders }: ScheduleFieldsProps) {
  const toggleEngine = (engine: ScheduleDraft['engines'][number], on: boolean) =>
    onChange({
      engines: on ? [...draft.engines, engine] : draft.engines.filter((other) => other !== engine),
    });
  return (
    <>
      <Section title="Engines" note={`Each engine has its own price. ${apiDifference}`}>
        <div className="flex flex-col">
          {availableEngines.map(({ engine, credits, addOnCredits }) => (
            <div key={engine} className="border-t py-1 first:border-t-0">
              <div className="flex items-center justify-between gap-4">
                <div className="min-w-0">
                  <Checkbox
                    label={getEngineName(engine)}
                    checked={draft.engines.includes(engine)}
                    onChange={(on) => toggleEngine(engine, on)}
                  />
                  <AnsweredBy engine={engine} engineProviders={engineProviders} />
                </div>
                <span className="shrink-0 text-xs text-muted">{credits} credits per answer</span>
              </div>
              {addOnCredits > 0 && draft.engines.includes(engine) ? (
                <div className="flex items-center justify-between gap-4 pl-[26px]">
                  <Checkbox
                    label={`Include search queries and products from ${engineSpecs[engine].name}`}
                    checked={draft.addOns}
                    onChange={(addOns) => onChange({ addOns })}
                  />
                  <span className="shrink-0 text-xs text-muted">+{addOnCredits} credits per answer</span>
                </div>
              ) : null}
            </div>
          ))}
        </div>
      </Section>
      <Section
        title="Countries"
        note="Every prompt is sent from each country to each engine, once per sample. Countries don’t affect the price per answer."
      >
        <CountryPicker
          label="Countries"
          selected={draft.countries}
          onChange={(countries) => onChange({ countries })}
        />
      </Section>
      <Section
        title="Cadence and samples"
        note="Answers to the same prompt vary. With 3 samples, a run sends every prompt 3 times. More runs or samples make the numbers more exact."
      >
        <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
          <Select
            label="Cadence"
            options={cadences}
            value={draft.cadence}
            onChange={(cadence) => onChange({ cadence })}
          />
          <Select
            label="Samples per run"
            options={sampleOptions}
            value={String(draft.samples)}
            onChange={(value) => onChange({ samples: Number(value) })}
          />
          {draft.cadence === 'weekly' ? (
            <Select
              label="Day"
              options={weekdays.map((label, day) => ({ value: String(day), label }))}
              value={String(draft.weekday)}
              onChange={(value) => onChange({ weekday: Number(value) })}
            />
          ) : null}
          {draft.cadence === 'hourly' ? null : (
            <Select
              label="Time"
              options={listHours()}
              value={String(draft.hour)}
              onChange={(value) => onChange({ hour: Number(value) })}
            />
          )}
          <Select
            label="Time zone"
            options={listTimeZones(draft.timeZone)}
            value={draft.timeZone}
            onChange={(timeZone) => onChange({ timeZone })}
          />
        </div>
      </Section>
    </>
  );
}

interface AnsweredByProps extends Pick<ScheduleFieldsProps, 'engineProviders'> {
  engine: Engine;
}

/** The provider and model that serve an engine. */
function AnsweredBy({ engine, engineProviders }: AnsweredByProps) {
  const provider = engineProviders?.find((candidate) => candidate.engine === engine);
  if (!provider) return null;
  const isFictional = provider.access === 'sandbox';
  return (
    <p className="-mt-1 mb-1 flex flex-wrap items-center gap-x-2 pl-[26px] text-xs text-muted">
      {isFictional ? <SandboxBadge /> : null}
      {describeEngineProvider(provider)}
    </p>
  );
}
