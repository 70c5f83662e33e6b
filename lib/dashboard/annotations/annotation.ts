/** What stands on a day beside its figures, because it may explain them. */
export type Annotation =
  | { kind: 'note'; id: string; day: string; text: string }
  | { kind: 'brands' | 'experiment'; day: string; text: string }
  | { kind: 'prompts'; day: string; added: number; archived: number }
  | { kind: 'model'; day: string; engine: string; before: string; now: string };
