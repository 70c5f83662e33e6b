import { evidenceScreens } from '#tests/e2e/screens/evidence';
import { holdScreens } from './hold-screens';

holdScreens({ 'of evidence': evidenceScreens });
