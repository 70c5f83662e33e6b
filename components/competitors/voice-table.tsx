import type { CompetitorsPlace, VoiceFacts } from '#components/competitors/facts';
import { BrandButton } from '#components/filters/brand-button';
import { AnswersLink } from '#components/ui/answers-link';
import { Section } from '#components/ui/section';
import { Swatch } from '#components/ui/swatch';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { brandColour } from '#lib/charts/brand-colour';
import { countedWords } from '#lib/format/counted';
import { competitionDefinitionsOf, definitionsOf } from '#lib/format/definitions';
import { figureAddresses } from '#lib/format/figure-addresses';
import { formatCount, formatPercent } from '#lib/format/formats';

interface VoiceTableProps {
  place: CompetitorsPlace;
  voices: readonly VoiceFacts[];
}

/** Share of voice counted two ways, and how often each brand comes first. */
export function VoiceTable({ place, voices }: VoiceTableProps) {
  const definitions = competitionDefinitionsOf(place.own.name);
  return (
    <Section
      title="Share of voice by mention counts"
      note="By answers, an answer counts once for each brand it mentions; by mention counts, as often as it mentions it."
      exported="voice-by-mentions"
      meanings={[
        { figure: 'By answers', means: definitionsOf('the brand').shareOfVoice },
        { figure: 'By mention counts', means: definitions.byMentions },
        { figure: 'First place', means: definitions.firstPlace },
      ]}
    >
      <Table label="Share of voice by mention counts">
        <TableHead>
          <HeadCell>Brand</HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            By answers
          </HeadCell>
          <HeadCell numeric>By mention counts</HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            Mentions
          </HeadCell>
          <HeadCell numeric>First place</HeadCell>
        </TableHead>
        <tbody>
          {voices.map(({ brand, shareOfVoice, byMentions, firstPlace }) => {
            const hrefs = figureAddresses(place, brand.id);
            return (
              <Row key={brand.id} className="relative">
                <Cell>
                  <span className="flex items-center gap-2.5">
                    <Swatch colour={brandColour(brand.hue)} />
                    <BrandButton brand={brand}>{brand.name}</BrandButton>
                  </span>
                </Cell>
                <Cell numeric className="max-sm:hidden">
                  <AnswersLink href={hrefs.shareOfVoice} title={countedWords(shareOfVoice, 'brand mentions')}>
                    {formatPercent(shareOfVoice.value)}
                  </AnswersLink>
                </Cell>
                <Cell numeric className="font-medium">
                  <AnswersLink
                    href={hrefs.shareOfVoice}
                    title={byMentions ? countedWords(byMentions, 'mentions') : undefined}
                  >
                    {formatPercent(byMentions?.value ?? null)}
                  </AnswersLink>
                </Cell>
                <Cell numeric className="text-muted max-sm:hidden">
                  {formatCount(byMentions?.numerator ?? 0)}
                </Cell>
                <Cell numeric>
                  <AnswersLink href={hrefs.firstPlace} title={countedWords(firstPlace, 'answers')}>
                    {formatPercent(firstPlace.value)}
                  </AnswersLink>
                </Cell>
              </Row>
            );
          })}
        </tbody>
      </Table>
    </Section>
  );
}
