import { writeEnvDocs } from '#scripts/check/env-docs';

writeEnvDocs('.');
