import { evidenceScreens } from '#tests/e2e/screens/evidence';
import { checkScreens } from './check-screens';

checkScreens({ 'of evidence': evidenceScreens });
