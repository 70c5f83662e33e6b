import { Check } from 'lucide-react';
import { classes } from '#components/ui/classes';

interface StepsProps {
  current: number;
  /** The last step that can be opened. */
  lastOpenStep: number;
  onStep: (step: number) => void;
}

/** Step indicator. */
export function Steps({ current, lastOpenStep, onStep }: StepsProps) {
  return (
    <nav aria-label="Steps" className="mb-8">
      <ol className="flex flex-wrap gap-x-3 gap-y-2 sm:gap-x-6">
        {steps.map(({ label }, step) => (
          <li key={label}>
            <button
              type="button"
              disabled={step > lastOpenStep}
              aria-current={step === current ? 'step' : undefined}
              onClick={() => onStep(step)}
              className={classes(
                'flex h-9 items-center gap-2 rounded-md text-muted enabled:hover:text-ink disabled:text-faint',
                step === current && 'font-semibold text-ink',
              )}
            >
              <span
                aria-hidden
                className={classes(
                  'flex size-6 items-center justify-center rounded-full border text-xs tabular-nums',
                  step === current && 'border-accent bg-accent text-on-accent',
                  step < current && 'border-accent text-accent',
                )}
              >
                {step < current ? <Check className="size-3.5" /> : step + 1}
              </span>
              <span className={step === current ? undefined : 'max-sm:sr-only'}>{label}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

export const steps = [
  {
    label: 'Brand',
    title: 'Brand',
    summary: 'A new project monitors one brand. You can change everything later.',
  },
  {
    label: 'Competitors',
    title: 'Competitors',
    summary: 'Brands that AI answers might mention instead of yours.',
  },
  {
    label: 'Prompts',
    title: 'Prompts',
    summary: 'Ten to thirty prompts give an initial picture; more prompts make it more reliable.',
  },
  {
    label: 'Engines',
    title: 'Engines and schedule',
    summary: 'Cost and margin of error update as you choose.',
  },
] as const;

/** Names of the steps in the URL. */
export const stepNames = ['brand', 'competitors', 'prompts', 'engines'] as const;

/** Returns the index of the step that contains a field. */
export function getStepOfField(field: string): number {
  if (field.startsWith('project.competitors')) return 1;
  if (field.startsWith('project')) return 0;
  return field.startsWith('prompts') ? 2 : 3;
}
