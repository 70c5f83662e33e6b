import { answersAddress } from '#lib/format/answers-address';

/** The view whose answers stand behind figures. */
export interface AnswersView {
  projectId: string;
  /** The filters of the page as they stand in its address; empty for none. */
  query: string;
}

/** Where the answers are that a brand's figures count, one address a figure. */
export interface FigureAddresses {
  visibility: string;
  shareOfVoice: string;
  position: string;
  firstPlace: string;
  citationRate: string;
  citationShare: string;
  sentiment: string;
}

/**
 * The addresses of the answers counted in the numerators of a brand's figures (metrics.md): those that mention it,
 * rank it first, cite it. Share of voice leaves out prompts that name a brand unless the filters put them back.
 * @param narrower one engine, country or prompt, where the figures are of a slice
 */
export function figureAddresses(
  { projectId, query }: AnswersView,
  brandId: string,
  narrower: { engine?: string; country?: string; prompt?: string } = {},
): FigureAddresses {
  const named = answersAddress(projectId, query, { ...narrower, named: brandId });
  const owned = answersAddress(projectId, query, { ...narrower, owned: brandId });
  const unbranded = !new URLSearchParams(query).has('branded');
  return {
    visibility: named,
    shareOfVoice: answersAddress(projectId, query, { ...narrower, named: brandId, unbranded }),
    position: named,
    firstPlace: answersAddress(projectId, query, { ...narrower, first: brandId }),
    citationRate: owned,
    citationShare: owned,
    sentiment: named,
  };
}
