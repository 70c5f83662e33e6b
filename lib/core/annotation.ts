/** What stands on a day (YYYY-MM-DD, UTC) beside its figures, because it may explain them. */
export type Annotation =
  | { kind: 'note'; id: string; day: string; text: string }
  | { kind: 'brands' | 'experiment'; day: string; text: string }
  | { kind: 'prompts'; day: string; added: number; archived: number }
  | { kind: 'model'; day: string; engine: string; before: string; now: string };

/** An annotation in words. @param engineLabel what an engine is called */
export function formatAnnotation(annotation: Annotation, engineLabel: (engine: string) => string): string {
  switch (annotation.kind) {
    case 'note':
    case 'brands':
    case 'experiment':
      return annotation.text;
    case 'prompts':
      return [prompts(annotation.added, 'added'), prompts(annotation.archived, 'archived')]
        .filter(Boolean)
        .join(', ');
    case 'model':
      return `${engineLabel(annotation.engine)} answers with ${annotation.now} instead of ${annotation.before}`;
  }
}

function prompts(count: number, done: string): string {
  return count > 0 ? `${count.toLocaleString('en')} ${count === 1 ? 'prompt' : 'prompts'} ${done}` : '';
}
