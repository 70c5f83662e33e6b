import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatOpenApiDocument } from '#lib/contract/openapi/document';

// Writes public/openapi.json from the contract.
const folder = join(import.meta.dirname, '..', 'public');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'openapi.json'), formatOpenApiDocument());
