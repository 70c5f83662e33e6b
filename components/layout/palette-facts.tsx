import type { Option } from '#components/ui/select';

/** What the command palette offers of a project. */
export interface PaletteFacts {
  views: readonly { id: string; name: string; screen: string; query: string }[];
  engines: readonly Option[];
  countries: readonly Option[];
  topics: readonly Option[];
  tags: readonly Option[];
  /** The brand of the project first, then its competitors. */
  brands: readonly { id: string; name: string; role: 'own' | 'competitor' }[];
  /** Those whose text holds the words typed. */
  prompts: readonly { id: string; text: string }[];
}
