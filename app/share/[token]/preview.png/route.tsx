import { ImageResponse } from 'next/og';
import { loadSharedReport } from '../load-shared-report';
import { composeSharePreview, lockedSharePreview, type SharePreview } from '../share-preview';

const size = { width: 1200, height: 630 };

/** The image that chat apps and social networks show for a link. For a locked link, it reveals no data. */
export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const query = new URL(request.url).searchParams;
  const share = await loadSharedReport(
    token,
    Object.fromEntries([...query.keys()].map((key) => [key, query.getAll(key)])),
  );
  const headers = { 'Cache-Control': 'no-store' };
  if (!share) return new Response('Not found.\n', { status: 404, headers });
  const { image } =
    share.state === 'open'
      ? composeSharePreview(share.report.name, share.data.overview.headline)
      : lockedSharePreview;
  return new ImageResponse(<Card image={image} />, { ...size, headers });
}

function Card({ image: { title, value, lines } }: { image: SharePreview['image'] }) {
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
