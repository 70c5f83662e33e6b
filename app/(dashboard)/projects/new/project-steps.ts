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
export function stepOf(field: string): number {
  if (field.startsWith('project.competitors')) return 1;
  if (field.startsWith('project')) return 0;
  return field.startsWith('prompts') ? 2 : 3;
}
