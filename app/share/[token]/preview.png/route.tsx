import { ImageResponse } from 'next/og';
import { formatPeriod } from '#lib/format/dates';
import { formatPercent } from '#lib/format/numbers';
import { loadSharedReport } from '../load-shared-report';

const size = { width: 1200, height: 630 };

/** The image that chat apps and social networks show for a link. For a locked link, it reveals no data. */
export async function GET(_request: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const share = await loadSharedReport(token, {});
  const headers = { 'Cache-Control': 'no-store' };
  if (!share) return new Response('Not found.\n', { status: 404, headers });
  if (share.state === 'locked') {
    return new ImageResponse(<Card title="Shared report" lines={['Open the link to see it.']} />, {
      ...size,
      headers,
    });
  }
  const { headline } = share.data.overview;
  return new ImageResponse(
    <Card
      title={toLatin(share.report.name) || 'Report'}
      value={formatPercent(headline.visibility.value)}
      lines={[
        `of ${headline.answers.toLocaleString('en')} AI answers mention ${toLatin(headline.brand.name) || 'the brand'}`,
        formatPeriod(headline.periods.current),
      ]}
    />,
    { ...size, headers },
  );
}

/** Keeps only characters of the built-in font. For other characters, fonts would be requested from another host. */
function toLatin(text: string): string {
  return text.replaceAll(/[^\u0020-\u024f]/g, '').trim();
}

function Card({ title, value, lines }: { title: string; value?: string; lines: readonly string[] }) {
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'center',
        padding: 80,
        background: '#fcfdfd',
        color: '#12181a',
        borderLeft: '24px solid #0b6e69',
      }}
    >
      <div style={{ fontSize: 52, fontWeight: 600 }}>{title.slice(0, 80)}</div>
      {value ? <div style={{ fontSize: 150, marginTop: 24, color: '#0b6e69' }}>{value}</div> : null}
      {lines.map((line) => (
        <div key={line} style={{ fontSize: 36, marginTop: 16, color: '#4c585b' }}>
          {line}
        </div>
      ))}
    </div>
  );
}
