import { Check } from 'lucide-react';
import { classes } from '#components/ui/classes';

interface StepsProps {
  labels: readonly string[];
  current: number;
  /** The furthest step that may be gone to. */
  open: number;
  onGo: (step: number) => void;
}

/** Where one is on the way, and the way back. */
export function Steps({ labels, current, open, onGo }: StepsProps) {
  return (
    <nav aria-label="Steps" className="mb-8">
      <ol className="flex flex-wrap gap-x-3 gap-y-2 sm:gap-x-6">
        {labels.map((label, step) => (
          <li key={label}>
            <button
              type="button"
              disabled={step > open}
              aria-current={step === current ? 'step' : undefined}
              onClick={() => onGo(step)}
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

/** The steps from a website to a first live run, in order. */
export const steps = [
  {
    label: 'Brand',
    title: 'Which brand do you watch?',
    answer:
      'One project watches one brand; everything can be changed later, and stored answers are scored again.',
  },
  {
    label: 'Competitors',
    title: 'Who is it measured against?',
    answer: 'The brands an answer might name instead.',
  },
  {
    label: 'Prompts',
    title: 'What would customers ask?',
    answer: 'Ten to thirty questions give a first picture; more make it surer.',
  },
  {
    label: 'Engines',
    title: 'Who is asked, where and how often?',
    answer: 'The cost, and how sure a figure will be, change as you choose.',
  },
] as const;

/** What each is called in the address. */
export const stepNames = ['brand', 'competitors', 'prompts', 'engines'] as const;

/** The step that a wrong field stands on. */
export function getStepOfField(field: string): number {
  if (field.startsWith('project.competitors')) return 1;
  if (field.startsWith('project')) return 0;
  return field.startsWith('prompts') ? 2 : 3;
}
